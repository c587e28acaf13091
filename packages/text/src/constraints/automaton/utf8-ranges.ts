import type { CodePointSet } from "../code-points.ts";

/** A range of bytes for each byte of a character. */
export type ByteRanges = readonly (readonly [first: number, last: number])[];

/** The last code points that take one, two, three and four bytes. */
const lastOfLength = [0x7f, 0x7ff, 0xffff, 0x10_ffff];

/**
 * A set of code points as ranges of bytes in UTF-8: a character is in the set when one of the results has each of its
 * bytes. Ranges are split where the bytes behind the first do not go through all of 80 to BF (the method of Russ Cox's
 * "Regular Expression Matching in the Wild", 2010).
 */
export function utf8Ranges(set: CodePointSet): ByteRanges[] {
  const found: ByteRanges[] = [];
  for (const [first, last] of set) split(first, last, found);
  return found;
}

function split(first: number, last: number, found: ByteRanges[]): void {
  for (const limit of lastOfLength) {
    if (first <= limit && last > limit) {
      split(first, limit, found);
      split(limit + 1, last, found);
      return;
    }
  }
  const length = lastOfLength.findIndex((limit) => last <= limit) + 1;
  for (let i = 1; i < length; i++) {
    const mask = 2 ** (6 * i) - 1;
    if (Math.floor(first / (mask + 1)) === Math.floor(last / (mask + 1))) continue;
    if ((first & mask) !== 0) {
      split(first, first | mask, found);
      split((first | mask) + 1, last, found);
      return;
    }
    if ((last & mask) !== mask) {
      split(first, (last & ~mask) - 1, found);
      split(last & ~mask, last, found);
      return;
    }
  }
  const firstBytes = utf8Bytes(first, length);
  const lastBytes = utf8Bytes(last, length);
  found.push(firstBytes.map((byte, index) => [byte, lastBytes[index]!]));
}

function utf8Bytes(point: number, length: number): number[] {
  if (length === 1) return [point];
  const bytes: number[] = [];
  for (let i = length - 1; i > 0; i--) bytes.push(0x80 | ((point >>> (6 * (i - 1))) & 0x3f));
  const marks = [0, 0, 0xc0, 0xe0, 0xf0];
  return [marks[length]! | (point >>> (6 * (length - 1))), ...bytes];
}
