import type { CodePointSet } from "./code-points.ts";

import { codePointsOf, complementOf, unionOf } from "./code-points.ts";

const digits: CodePointSet = [[0x30, 0x39]];
const wordCharacters: CodePointSet = unionOf([
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]);
/** WhiteSpace and LineTerminator of ECMA-262. */
const spaces: CodePointSet = unionOf([
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]);

/** What `\d` and its like stand for, by letter. */
export const classEscapes: ReadonlyMap<string, CodePointSet> = new Map([
  ["d", digits],
  ["D", complementOf(digits)],
  ["w", wordCharacters],
  ["W", complementOf(wordCharacters)],
  ["s", spaces],
  ["S", complementOf(spaces)],
]);

/** What `\n` and its like stand for, by letter. */
export const controlEscapes: ReadonlyMap<string, number> = new Map([
  ["t", 0x09],
  ["n", 0x0a],
  ["v", 0x0b],
  ["f", 0x0c],
  ["r", 0x0d],
]);

/**
 * `.`: any character but a line feed and a carriage return. ECMA-262 also leaves out U+2028 and U+2029, Python does not;
 * without them `.` would be restricted to ASCII (see `characterOf`).
 */
export const anyButLineEnds: CodePointSet = complementOf(codePointsOf("\n\r"));
