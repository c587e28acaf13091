import * as fc from "fast-check";
import { expect, test } from "vitest";
import { jsonFault } from "./json-fault.ts";

test.each([
  ["", "unexpected end of the body"],
  ["{", "unexpected end of the body"],
  ['{"a":1', "unexpected end of the body"],
  ['"abc', "unexpected end of the body"],
  ["NaN", "unexpected character at line 1, column 1"],
  ['{"a":NaN}', "unexpected character at line 1, column 6"],
  ["[1,\n 2,\n Infinity]", "unexpected character at line 3, column 2"],
  ["[-Infinity]", "unexpected character at line 1, column 2"],
  ["[01]", "unexpected character at line 1, column 3"],
  ["{'a':1}", "unexpected character at line 1, column 2"],
  ['{"a" 1}', "unexpected character at line 1, column 6"],
  ["[1,]", "unexpected character at line 1, column 4"],
  ['{"a":1,}', "unexpected character at line 1, column 8"],
  ['["\\x"]', "unexpected character at line 1, column 3"],
  ['["a\nb"]', "unexpected character at line 1, column 4"],
  ["[1] 2", "unexpected character at line 1, column 5"],
  ["[1}", "unexpected character at line 1, column 3"],
])("%j: %s", (text, fault) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(jsonFault(text)).toBe(fault);
});

test("names a place for whatever the parser refuses, and the end for what it takes", () => {
  const junk = fc.constantFrom("", "{", "}", "[", "]", ",", ":", '"', "\\", "1", "-", "e", " ");
  fc.assert(
    fc.property(fc.json(), fc.nat(), junk, (text, n, inserted) => {
      const at = n % (text.length + 1);
      const changed = text.slice(0, at) + inserted + text.slice(at);
      let isJson = true;
      try {
        JSON.parse(changed);
      } catch {
        isJson = false;
      }
      const fault = jsonFault(changed);
      const place = isJson
        ? /^unexpected end of the body$/
        : /^unexpected (?:end|character at line \d)/;
      expect(fault).toMatch(place);
    }),
    { numRuns: 2000 },
  );
});

test("deep nesting does not overflow the stack", () => {
  expect(jsonFault("[".repeat(1_000_000))).toBe("unexpected end of the body");
});
