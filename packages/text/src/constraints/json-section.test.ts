import { expect, it } from "vitest";

import { GrammarHost } from "./grammar-host.ts";
import { matches } from "./testing/matches.ts";
import { refusalOf } from "./testing/refusal.ts";
import { byteVocabulary } from "./testing/vocabularies.ts";

const host = new GrammarHost(byteVocabulary());
const a = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };
const contains = { type: "array", items: { type: "integer" }, contains: { const: 1 } };

const section = (json_schema: unknown, options: Readonly<Record<string, unknown>>) =>
  ({
    kind: "structural_tag",
    tag: { format: { type: "json_schema", json_schema, ...options } },
  }) as const;

it.each<[string, unknown, Readonly<Record<string, unknown>>, string, boolean]>([
  ["single spaces alone", a, {}, '{"a": 1}', true],
  ["no other white space", a, {}, '{ "a" :1}', false],
  ["any white space where it may stand", a, { any_whitespace: true }, '{ "a" :1\n}', true],
  ["other members", a, {}, '{"a": 1, "b": 2}', true],
  [
    "no other members where none may be",
    a,
    { additional_properties: false },
    '{"a": 1, "b": 2}',
    false,
  ],
  ["a schema that was loosened", contains, { loose: true }, "[2]", true],
  ["what is left of a loosened schema", contains, { loose: true }, '["a"]', false],
  ["a loose schema that can be enforced as it is", a, { loose: true }, '{"a": "b"}', false],
])("a section of JSON has %s", (_name, schema, options, text, isRight) => {
  expect(matches(section(schema, options), text, host)).toBe(isRight);
});

it("refuses by name what cannot be enforced, unless it is loose", () => {
  const refusal = refusalOf(host, section(contains, {}));
  expect([refusal.kind, refusal.message]).toEqual([
    "unsupported",
    expect.stringContaining("contains"),
  ]);
});
