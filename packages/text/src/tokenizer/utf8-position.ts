/**
 * Where in a character of UTF-8 a text stands: between two characters (0), or with so many bytes to come, of which the next is
 * restricted where it must not be too small (E0, F0) or too large (ED, F4). Table 3-7 of the Unicode Standard.
 */
export type Utf8Position = number;

/** Between two characters. */
export const boundary: Utf8Position = 0;
/** What a byte leads to that cannot follow. */
export const noPosition: Utf8Position = -1;

const oneToCome = 1;
const twoToCome = 2;
const threeToCome = 3;
const afterE0 = 4;
const afterED = 5;
const afterF0 = 6;
const afterF4 = 7;

/** The position after one more byte. */
export function utf8After(position: Utf8Position, byte: number): Utf8Position {
  if (position === boundary) {
    if (byte < 0x80) return boundary;
    if (byte < 0xc2 || byte > 0xf4) return noPosition;
    if (byte < 0xe0) return oneToCome;
    if (byte === 0xe0) return afterE0;
    if (byte === 0xed) return afterED;
    if (byte < 0xf0) return twoToCome;
    if (byte === 0xf0) return afterF0;
    return byte === 0xf4 ? afterF4 : threeToCome;
  }
  const [low, high] = nextBytes(position);
  if (byte < low || byte > high) return noPosition;
  if (position === oneToCome) return boundary;
  return position === twoToCome || position === afterE0 || position === afterED
    ? oneToCome
    : twoToCome;
}

/** The first and the last byte that may come next within a character. */
export function nextBytes(position: Utf8Position): readonly [low: number, high: number] {
  const low = position === afterE0 ? 0xa0 : position === afterF0 ? 0x90 : 0x80;
  const high = position === afterED ? 0x9f : position === afterF4 ? 0x8f : 0xbf;
  return [low, high];
}
