import * as fc from "fast-check";
import { expect, test } from "vitest";
import { json, rawText, serialise } from "./raw-json.ts";

test("agrees with JSON.stringify on everything that is plain JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(serialise(value)).toBe(JSON.stringify(value));
    }),
  );
});

test.each([
  [{ a: undefined, b: [undefined, () => 1] }],
  [{ at: new Date(0), n: NaN, m: -0, s: "\ud800 é 𝄞   " }],
  [{ 'a"b': 1, __proto__: null }],
  [new Map([[1, 2]])],
])("agrees with JSON.stringify on %o", (value) => {
  expect(serialise(value)).toBe(JSON.stringify(value));
});

test("stored texts are spliced in as they are", () => {
  const call = {
    id: "1",
    inputs: json<object>('{"x": 1.0, "é":12345678901234567890}'),
    rows: [json("1.50")],
  };
  expect(serialise({ call })).toBe(
    '{"call":{"id":"1","inputs":{"x": 1.0, "é":12345678901234567890},"rows":[1.50]}}',
  );
  expect(serialise(json("null"))).toBe("null");
});

test("a stored text written by JSON.stringify is at least the same value", () => {
  expect(JSON.stringify({ a: json('{"x": 1.0}') })).toBe('{"a":{"x":1}}');
});

test("objects without marks have no texts", () => {
  expect(rawText({ a: 1 }, "a")).toBeUndefined();
});
