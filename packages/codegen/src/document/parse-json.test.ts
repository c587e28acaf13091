import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";
import { Positions } from "./positions.ts";
import { SourceFile } from "./source-file.ts";

function parse(text: string): unknown {
  return parseJson(new SourceFile("a.json", text), new Positions());
}

test.each([
  "{}",
  "[]",
  "null",
  "true",
  String.raw`["\\\\", "\"", "\\\"", "a\\b"]`,
  "-0.5e+3",
  '"a\\"b\\u00e9\\n\\/"',
  '{ "a": [1, 2, { "b": false }], "": {} }',
  ' \n{\r\n"a"\t:1} ',
  '{"length": 1, "constructor": 2}',
])("%s is read as JSON.parse reads it", (text) => {
  expect(parse(text)).toEqual(JSON.parse(text));
});

test("a member called __proto__ is a member", () => {
  const value = parse('{ "__proto__": { "a": 1 } }') as object;
  expect(Object.keys(value)).toEqual(["__proto__"]);
  expect((value as { a?: number }).a).toBeUndefined();
});

test("every member has its place", () => {
  const positions = new Positions();
  const text = '{\n  "a": [\n    1,\n    { "b": 2 }\n  ]\n}';
  const value = parseJson(new SourceFile("a.json", text), positions);
  const at = (pointer: string): string => {
    const place = positions.locate(value, pointer);
    return `${place?.line}:${place?.column}`;
  };
  expect(["#", "#/a", "#/a/0", "#/a/1", "#/a/1/b", "#/a/1/c"].map(at)).toEqual([
    "1:1",
    "2:3",
    "3:5",
    "4:5",
    "4:7",
    "4:5",
  ]);
});

test.each([
  ['{ "a": 1,\n  "a": 2 }', "a.json:2:3: #/a: is defined twice in one object"],
  ['{ "a": { "b/c": 1, "b/c": 1 } }', "a.json:1:20: #/a/b~1c: is defined twice"],
  ['{ "a": }', "a.json:1:8: #/a: is not JSON: a value goes here"],
  ['{ "a" 1 }', "a.json:1:7: #/a: is not JSON: a colon goes here"],
  ["{ a: 1 }", "a.json:1:3: #: is not JSON: a name in double quotes"],
  ['{ "a": 1, }', "is not JSON: a comma before the end"],
  ["[1, 2,]", "is not JSON: a comma before the end"],
  ["[1 2]", "a.json:1:4: #: is not JSON: a comma or ] goes here"],
  ["[01]", "is not JSON: a comma or ] goes here"],
  ["[NaN]", "is not JSON: a value goes here"],
  ["[tru]", "is not JSON: a value goes here"],
  ['["a\nb"]', "a.json:1:2: #/0: is not JSON: a string with a wrong \\ or a line break"],
  ['["\\x"]', "is not JSON: a string with a wrong \\ or a line break"],
  ['["a', "a.json:1:2: #/0: is not JSON: a string that does not end"],
  ["{} {}", "a.json:1:4: #: is complete JSON up to here, but more text follows"],
  ['{ "a": [', "is not JSON: a value goes here"],
])("%j is refused", (text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test("only a document that is nested too deeply is refused", () => {
  const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  expect(parse(nested(900))).toEqual(JSON.parse(nested(900)));
  expect(() => parse(nested(2000))).toThrow(/: is nested deeper than 1000 levels$/);
});
