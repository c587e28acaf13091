const encoder = new TextEncoder();
/** Longer texts are encoded alone: the space for texts is three times their length. */
const longText = 64 * 1024;

/**
 * The texts as UTF-8, one after the other. One character beyond Latin-1 makes a whole text slow to
 * encode, so texts are not joined before.
 */
export function encodeTexts(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const text of texts) length += text.length;
  if (length > longText || texts.length === 1) return encoder.encode(texts.join(""));
  const bytes = new Uint8Array(length * 3);
  let at = 0;
  for (const text of texts) at += encoder.encodeInto(text, bytes.subarray(at)).written;
  return bytes.slice(0, at);
}
