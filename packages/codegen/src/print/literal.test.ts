import { expect, test } from "vitest";
import { flat } from "./code.ts";
import { literal } from "./literal.ts";

test.each<[given: unknown, want: string]>([
  [null, "null"],
  [1.5, "1.5"],
  ['a "b"\n', '"a \\"b\\"\\n"'],
  [[1, "a", [true]], '[1, "a", [true]]'],
  [{ a: 1, "b-c": { $d: 2 } }, '{ a: 1, "b-c": { $d: 2 } }'],
  [{ a: undefined, b: 1 }, "{ b: 1 }"],
  [JSON.parse('{"__proto__": 1}'), '{ ["__proto__"]: 1 }'],
])("%j", (given, want) => {
  expect(flat(literal(given))).toBe(want);
});
