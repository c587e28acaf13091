import { describe, expect, test } from "vitest";
import { block, call, flat, list, mentions, object, print } from "./code.ts";
import type { Code } from "./code.ts";

const long = JSON.stringify("x".repeat(60));

describe("layout", () => {
  test.each<[name: string, given: Code, want: string]>([
    ["a group that fits is on one line", call("z.array", "A"), "z.array(A)"],
    ["nothing in brackets", list([]), "[]"],
    ["an object has spaces inside", object(["a: 1", "b: 2"]), "{ a: 1, b: 2 }"],
    [
      "a group that does not fit has one item on each line",
      list([long, long]),
      `[\n  ${long},\n  ${long},\n]`,
    ],
    [
      "a lone argument stays at its bracket",
      call("f", object([`a: ${long}`, `b: ${long}`])),
      `f({\n  a: ${long},\n  b: ${long},\n})`,
    ],
    [
      "nested groups are laid out one by one",
      object([
        ["a: ", list([long, long])],
        ["b: ", list(["1"])],
      ]),
      `{\n  a: [\n    ${long},\n    ${long},\n  ],\n  b: [1],\n}`,
    ],
    [
      "a getter ends its own statement",
      block("get a(): T", "return A;"),
      "get a(): T { return A; }",
    ],
    [
      "text after a group counts for its width",
      [call("f", "x".repeat(88)), ".optional()"],
      `f(${"x".repeat(88)}).optional()`,
    ],
    [
      "a string is not broken",
      ["a = ", JSON.stringify("x".repeat(120))],
      `a = "${"x".repeat(120)}"`,
    ],
  ])("%s", (_, given, want) => {
    expect(print(given)).toBe(want);
  });

  test("no line is longer than 100 columns if it can be broken", () => {
    const code = object(Array.from({ length: 9 }, (_, i) => [`m${i}: `, list([long, "1", "2"])]));
    const lines = print(["export const a = ", code]).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(print(code).replaceAll(/\s+/g, "")).toBe(
      flat(code).replaceAll(" ", "").replaceAll("]}", "],}"),
    );
  });
});

test("code mentions its own words, not words inside a string", () => {
  const code = object([
    ["a: ", call("z.array", "B")],
    ["b: ", JSON.stringify("see schemas.B")],
  ]);
  expect(mentions(code, "z.")).toBe(true);
  expect(mentions(code, "schemas.")).toBe(false);
});
