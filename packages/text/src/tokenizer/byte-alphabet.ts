/**
 * The 256 characters that byte-level tokenizers write for the 256 bytes, in order of the bytes: a byte that is a
 * visible character of Latin-1 stands for itself, the others follow from U+0100 on.
 * Source: Radford et al. 2019, "Language Models are Unsupervised Multitask Learners", and its `bytes_to_unicode`.
 */
export const byteAlphabet: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte).map(
  (byte) => String.fromCharCode(isVisible(byte) ? byte : 256 + invisibleBelow(byte)),
);

const byteOfCharacter: ReadonlyMap<string, number> = new Map(
  byteAlphabet.map((character, byte) => [character, byte]),
);

/** The bytes that a token of a byte-level tokenizer stands for; null where it is not written in the alphabet. */
export function bytesOfByteLevelToken(token: string): Uint8Array | null {
  const bytes = new Uint8Array(token.length);
  let length = 0;
  for (const character of token) {
    const byte = byteOfCharacter.get(character);
    if (byte === undefined) return null;
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

/** The byte of a fallback token such as `<0x0A>`; null for any other token. */
export function byteOfFallbackToken(token: string): number | null {
  const match = /^<0x([0-9A-Fa-f]{2})>$/.exec(token);
  return match === null ? null : Number.parseInt(match[1] ?? "", 16);
}

function isVisible(byte: number): boolean {
  return (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
}

function invisibleBelow(byte: number): number {
  let count = 0;
  for (let other = 0; other < byte; other++) if (!isVisible(other)) count++;
  return count;
}
