import { expect, it } from "vitest";

import type { Constraint } from "./constraint.ts";
import { tightenConstraint } from "./tighten-constraint.ts";

const list = { type: "array", items: { type: "string" } };

it("bounds the schema of a JSON constraint, and any object where there is none", () => {
  expect(tightenConstraint({ kind: "json", schema: list })).toMatchObject({
    kind: "json",
    schema: { maxItems: 4, items: { maxLength: 40 } },
  });
  expect(tightenConstraint({ kind: "json" })).toMatchObject({ schema: { maxProperties: 3 } });
});

it("keeps objects closed where the constraint closes them", () => {
  const schema = { type: "object" };
  const closed = tightenConstraint({ kind: "json", schema, additionalProperties: false });
  expect(closed).toMatchObject({ schema: { additionalProperties: false } });
  const open = tightenConstraint({ kind: "json", schema });
  expect(open).not.toMatchObject({ schema: { additionalProperties: false } });
});

it("bounds the schemas of tagged sections", () => {
  const structures = [{ begin: "<a>", schema: list, end: "</a>" }];
  const tight = tightenConstraint({
    kind: "structural_tag",
    tag: { structures, triggers: ["<a"] },
  });
  expect(tight).toMatchObject({ tag: { structures: [{ schema: { maxItems: 4 } }] } });
});

it("bounds the schemas of a format, wherever they stand in it", () => {
  const section = { type: "tag", begin: "<a>", end: "</a>" };
  const content = { type: "json_schema", json_schema: list };
  const tags = { type: "triggered_tags", triggers: ["<a"], tags: [{ ...section, content }] };
  const format = { type: "sequence", elements: [{ type: "const_string", value: ":" }, tags] };
  const tight = tightenConstraint({ kind: "structural_tag", tag: { format } });
  const json_schema = { maxItems: 4, items: { maxLength: 40 } };
  expect(tight).toMatchObject({
    tag: { format: { elements: [{ value: ":" }, { tags: [{ content: { json_schema } }] }] } },
  });
});

it("bounds a loose schema that could not be enforced as it is", () => {
  const json_schema = { ...list, contains: { const: "a" } };
  const format = { type: "json_schema", json_schema, loose: true };
  expect(tightenConstraint({ kind: "structural_tag", tag: { format } })).toMatchObject({
    tag: { format: { json_schema: { maxItems: 4, items: { maxLength: 40 } } } },
  });
});

it.each<Constraint>([
  { kind: "regex", pattern: "a*" },
  { kind: "choice", choices: ["a"] },
  { kind: "grammar", grammar: 'root ::= "a"' },
  { kind: "structural_tag", tag: { format: { type: "any_text" } } },
])("leaves $kind as it is", (constraint) => {
  expect(tightenConstraint(constraint)).toEqual(constraint);
});
