import { expect, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";
import { Positions } from "./positions.ts";
import { SourceFile } from "./source-file.ts";

function parse(text: string): unknown {
  return parseYaml(new SourceFile("a.yaml", text), new Positions());
}

test.each<[what: string, text: string, want: unknown]>([
  ["status codes without quotes", "200: ok\n404: gone", { 200: "ok", 404: "gone" }],
  ["a version as a name", "1.0: a\n1.10: b", { "1.0": "a", "1.10": "b" }],
  ["the booleans of YAML 1.1", "on: yes\nno: off\ny: n", { on: "yes", no: "off", y: "n" }],
  ["true and null as values", "a: true\nb: null\nc: ~\nd:", { a: true, b: null, c: null, d: null }],
  ["true as a name", "true: 1", { true: 1 }],
  ["the octal and base 60 numbers of YAML 1.1", "a: 012\nb: 1:30", { a: 12, b: "1:30" }],
  ["a date", "a: 2024-01-31", { a: "2024-01-31" }],
  ["flow style", "{ a: [1, 'b', \"c\\n\"] }", { a: [1, "b", "c\n"] }],
  ["text over lines", "a: |\n  b\n  c\nd: >-\n  e\n  f", { a: "b\nc\n", d: "e f" }],
  ["carriage returns", "a: 1\r\nb:\r\n  - c\r\n", { a: 1, b: ["c"] }],
  [
    "an anchor and its aliases",
    "a: &x { b: 1 }\nc: *x\nd: [*x]",
    { a: { b: 1 }, c: { b: 1 }, d: [{ b: 1 }] },
  ],
  ["an anchor that is set again", "a: &x 1\nb: *x\nc: &x 2\nd: *x", { a: 1, b: 1, c: 2, d: 2 }],
  ["an anchor on a name", "&x a: 1\nb: *x", { a: 1, b: "a" }],
  [
    "a merge",
    "a: &x { b: 1, c: 2 }\nd: { <<: *x, c: 3 }",
    { a: { b: 1, c: 2 }, d: { b: 1, c: 3 } },
  ],
  ["a merge that comes last", "a: &x { c: 2 }\nd: { c: 3, <<: *x }", { a: { c: 2 }, d: { c: 3 } }],
  [
    "a merge of several",
    "- &x { a: 1 }\n- &y { a: 2, b: 2 }\n- <<: [*x, *y]",
    [{ a: 1 }, { a: 2, b: 2 }, { a: 1, b: 2 }],
  ],
  ["a quoted << as a name", "'<<': 1", { "<<": 1 }],
  [
    "__proto__ as a name",
    "a: { ['__proto__']: 1 }".replace(/[[\]]/g, ""),
    { a: JSON.parse('{"__proto__":1}') },
  ],
])("%s", (_, text, want) => {
  expect(parse(text)).toEqual(want);
});

test("every member has its place, and an alias has the place of its anchor", () => {
  const positions = new Positions();
  const text = "a: &x\n  b: 1\nc:\n  - *x\n  - d: 2\ne:\n  <<: *x\n";
  const value = parseYaml(new SourceFile("a.yaml", text), positions);
  const at = (pointer: string): string => {
    const place = positions.locate(value, pointer);
    return `${place?.line}:${place?.column}`;
  };
  expect(["#", "#/a/b", "#/c/0", "#/c/0/b", "#/c/1/d", "#/e/b"].map(at)).toEqual([
    "1:1",
    "2:3",
    "4:5",
    "2:3",
    "5:5",
    "7:3",
  ]);
});

test.each([
  ["a: 1\nb: 2\na: 3", "a.yaml:3:1: #/a: is defined twice in one object; keep one of them"],
  ["a:\n  200: x\n  '200': y", "a.yaml:3:3: #/a/200: is defined twice"],
  ["a: {<<: {}, <<: {}}", "a.yaml:1:13: #/a/<<: is defined twice"],
  ["a: [1, 2", "a.yaml:1:9: is not YAML that can be read: "],
  ["a:\n  b: 1\n c: 2", "a.yaml:3:1: is not YAML that can be read: "],
  ["a:\n\tb: 1", "a.yaml:2:1: is not YAML that can be read: "],
  ["a: 1\n---\nb: 2", "a.yaml:2:1: is not YAML that can be read: "],
  ["a: !Sub b", "a.yaml:1:4: is not YAML that can be read: Unresolved tag: !Sub"],
  ["a: .inf", "a.yaml:1:4: #/a: .inf is not a number in JSON"],
  ["a: .nan", "#/a: .nan is not a number in JSON"],
  ["[a]: 1", "a.yaml:1:1: #: a name has to be text"],
  ["~: 1", "a.yaml:1:1: #: null cannot be a name"],
  ["a: *x\nb: &x 1", "a.yaml:1:4: #/a: names the anchor x, which is not defined before it"],
  ["a: &x\n  b: *x", "a.yaml:2:6: #/a/b: the anchor x holds itself"],
  ["a: { <<: 1 }", "#/a: << takes a map, or a list of maps"],
])("%j is refused", (text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test("a document that is nested too deeply is refused", () => {
  expect(() => parse("[".repeat(20_000))).toThrow(/^a.yaml:1:\d+: is nested too deeply$/);
});

test("aliases of aliases are refused before they take all memory", () => {
  const lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"];
  for (let level = 1; level < 9; level++) {
    const aliases = Array(10)
      .fill(`*a${level - 1}`)
      .join(", ");
    lines.push(`a${level}: &a${level} [${aliases}]`);
  }
  expect(() => parse(lines.join("\n"))).toThrow(/its aliases expand to more than 5000000 values/);
});
