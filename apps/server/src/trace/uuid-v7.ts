/** A UUID of version 7 in lower case; in this form they sort by their time. */
export const uuidV7Pattern: RegExp =
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Makes a UUID of version 7 (RFC 9562 §5.7): 48 bits of time, then random bits, so that the store
 * keeps ids of one moment side by side.
 *
 * `random` needs ten bytes.
 */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString("hex");
  return [8, 12, 16, 20, 32]
    .map((end, i, ends) => hex.slice(i === 0 ? 0 : ends[i - 1], end))
    .join("-");
}

/** The time in a UUID of version 7, in ms since 1970; `undefined` for any other id. */
export function uuidV7Time(id: string): number | undefined {
  if (!uuidV7Pattern.test(id)) return undefined;
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
