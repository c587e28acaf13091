import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { json, serialise } from "./raw-json.ts";
import { isLong, serialiseInPieces } from "./serialise-in-pieces.ts";

const long = "x".repeat(100_000);
const half = "\u{1f600}".repeat(50_000);

const joined = (value: unknown): string => [...serialiseInPieces(value)].join("");

describe("pieces of a JSON text", () => {
  test.each([
    ["a scalar", 1],
    ["nothing", undefined],
    ["an empty list", []],
    ["short members beside a long one", { a: 1, b: long, c: [null, undefined, { d: [] }] }],
    ["members that JSON cannot express", { a: undefined, b: long, c: () => 1, d: Symbol("s") }],
    ["stored texts", { a: json(`{"n":1.0,"t":"${long}"}`), b: json("[1,2]") }],
    ["names that need escapes", { 'a"\n': long }],
    ["dates in a long value", { a: long, at: new Date(0) }],
    ["many short items", Array.from({ length: 30_000 }, (_, i) => ({ i, text: `t${i}` }))],
    ["pairs of surrogates", [json(`"a${half}"`), `b${half}`]],
    ["a list of lists", [[[long], [long]], [[]]]],
  ])("of %s make up the whole text", (_, value) => {
    expect(joined(value)).toBe(serialise(value));
  });

  test("of any value make up the whole text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, depth) => {
        let wrapped: unknown = [value, long];
        for (let i = 0; i < depth; i++) wrapped = { value, wrapped };
        expect(joined(wrapped)).toBe(serialise(wrapped));
      }),
    );
  });

  test("are short, and none ends inside a pair of surrogates", () => {
    for (const piece of serialiseInPieces([json(`"a${half}"`), long.repeat(10), { b: half }])) {
      expect(piece.length).toBeLessThanOrEqual(2 * 64 * 1024);
      expect(piece.isWellFormed()).toBe(true);
    }
  });

  test("are made on demand", () => {
    let asked = 0;
    const items = Array.from({ length: 10 }, () => ({
      get text() {
        asked++;
        return long;
      },
    }));
    const pieces = serialiseInPieces(items);
    pieces.next();
    expect(asked).toBeLessThan(5);
    expect([...pieces].length).toBeGreaterThan(10);
  });
});

test.each([
  ["a short text", "abc", false],
  ["a long one", long, true],
  ["a stored one", json(`"${long}"`), true],
  ["many items", Array.from({ length: 50_000 }, () => 1), true],
  ["a long text deep inside", { a: [{ b: { c: long } }] }, true],
  ["a call with short members", { id: "1", inputs: json("{}"), tags: ["a", "b"] }, false],
])("%s is long: %s", (_, value, want) => {
  expect(isLong(value)).toBe(want);
});
