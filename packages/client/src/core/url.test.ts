import { defaultPathSerializer } from "openapi-fetch";
import { describe, expect, test } from "vitest";
import {
  commaDelimited,
  deepObject,
  jsonText,
  pipeDelimited,
  spaceDelimited,
  templatePath,
} from "./on-demand/parameter-styles.ts";
import { pathOf, queryOf } from "./url.ts";
import type { QueryStyle } from "./url.ts";

const noon = new Date("2026-03-14T12:00:00Z");

describe("a query parameter is written as its style says", () => {
  const cases: readonly (readonly [string, unknown, QueryStyle | undefined, string])[] = [
    ["a word", "a b&c=d", undefined, "p=a%20b%26c%3Dd"],
    ["a number and false", 0, undefined, "p=0"],
    ["false", false, undefined, "p=false"],
    ["an empty word", "", undefined, "p="],
    ["nothing", undefined, undefined, ""],
    ["null", null, undefined, ""],
    ["a date", noon, undefined, "p=2026-03-14T12%3A00%3A00.000Z"],
    ["a list", ["a", "b,c"], undefined, "p=a&p=b%2Cc"],
    ["an empty list", [], undefined, ""],
    ["a list with a hole", ["a", undefined, "b"], undefined, "p=a&p=b"],
    ["dates in a list", [noon], undefined, "p=2026-03-14T12%3A00%3A00.000Z"],
    ["an object", { a: 1, b: noon }, undefined, "a=1&b=2026-03-14T12%3A00%3A00.000Z"],
    ["an object whose names need encoding", { "a&b": "c" }, undefined, "a%26b=c"],
    ["an object with holes", { a: null, b: 1 }, undefined, "b=1"],
    ["an integer of 64 bits", 9223372036854775807n, undefined, "p=9223372036854775807"],
    ["a list with commas", ["a", "b,c"], commaDelimited, "p=a,b%2Cc"],
    ["an empty list with commas", [], commaDelimited, ""],
    ["an object with commas", { a: 1, "b&": 2 }, commaDelimited, "p=a,1,b%26,2"],
    ["a list with spaces", ["a", "b c"], spaceDelimited, "p=a%20b%20c"],
    ["a list with pipes", [1, 2], pipeDelimited, "p=1|2"],
    ["one word where a list may be", "a", pipeDelimited, "p=a"],
    [
      "a deep object",
      { a: { gt: 1 }, "x&y": noon },
      deepObject,
      "p[a][gt]=1&p[x%26y]=2026-03-14T12%3A00%3A00.000Z",
    ],
    ["a list in a deep object", { a: [1, 2] }, deepObject, "p[a]=1&p[a]=2"],
    ["JSON", { a: [1] }, jsonText, "p=%7B%22a%22%3A%5B1%5D%7D"],
    ["no JSON", undefined, jsonText, ""],
  ];

  test.each(cases)("%s", (_, value, style, expected) => {
    const styles = style === undefined ? {} : { p: style };
    expect(queryOf({ p: value }, styles)).toBe(expected);
  });
});

describe("a path parameter", () => {
  test.each([
    ["/models/{id}", { id: "a/b c" }, "/models/a%2Fb%20c"],
    ["/models/{id}", { id: 7 }, "/models/7"],
    ["/models/{id}", { id: "$&" }, "/models/%24%26"],
    ["/{a}/{b}", { a: "x", b: noon }, "/x/2026-03-14T12%3A00%3A00.000Z"],
    ["/{list}", { list: ["a", "b,"] }, "/a,b%2C"],
  ])("in %s is encoded: %j", (path, parameters, expected) => {
    expect(defaultPathSerializer(path, pathOf(parameters))).toBe(expected);
  });

  test.each([
    ["/{.id}", { id: "a" }, "/.a"],
    ["/{.id*}", { id: ["a", "b"] }, "/.a.b"],
    ["/{;id}", { id: "a" }, "/;id=a"],
    ["/{;id*}", { id: { x: 1 } }, "/;x=1"],
  ])("of a template %s is written in its style", (path, parameters, expected) => {
    expect(templatePath(path, parameters)).toBe(expected);
  });

  test.each(["", ".", "..", undefined, null])(
    "%j is refused, because the path would change",
    (id) => {
      expect(() => pathOf({ id })).toThrow(new TypeError("id must not be empty, . or .."));
    },
  );
});
