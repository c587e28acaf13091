import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonMembers, jsonObject } from "./json-members.ts";

describe("jsonMembers", () => {
  test.each<[string, [string, string][]]>([
    ["{}", []],
    [" { } ", []],
    ['{"a":1.0}', [['"a"', "1.0"]]],
    [
      '{"a" : "x,}\\"" , "b\\"":[1,{"c":2}],"d":{"e":[{},"]"]}}',
      [
        ['"a"', '"x,}\\""'],
        ['"b\\""', '[1,{"c":2}]'],
        ['"d"', '{"e":[{},"]"]}'],
      ],
    ],
    [
      '{"a":1,"a":2}',
      [
        ['"a"', "1"],
        ['"a"', "2"],
      ],
    ],
    [
      '{"back":"\\\\","next":1}',
      [
        ['"back"', '"\\\\"'],
        ['"next"', "1"],
      ],
    ],
  ])("%s", (text, expected) => {
    expect(jsonMembers(text).map(({ name, value }) => [name, value])).toEqual(expected);
  });

  test("cutting and joining gives the same JSON", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(0, 2),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent);
          expect(JSON.parse(jsonObject(jsonMembers(text)))).toEqual(JSON.parse(text));
        },
      ),
    );
  });
});
