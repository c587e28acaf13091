import type { Constraint } from "../src/constraints/constraint.ts";

const order = {
  type: "object",
  properties: {
    customer: { type: "string" },
    colour: { enum: ["blue", "red", "undyed"] },
    yards: { type: "integer", minimum: 1, maximum: 500 },
    tags: { type: "array", items: { type: "string" }, maxItems: 5 },
  },
  required: ["customer", "colour", "yards"],
  additionalProperties: false,
};

/** What is measured: what users ask for, and lengths, whose masks differ at every token. */
export const constraints: readonly (readonly [name: string, constraint: Constraint])[] = [
  ["any JSON object", { kind: "json" }],
  ["a schema of four properties", { kind: "json", schema: order }],
  [
    "a string of at most 200 characters",
    { kind: "json", schema: { type: "string", maxLength: 200 } },
  ],
  ["a date by a regular expression", { kind: "regex", pattern: "\\d{4}-\\d{2}-\\d{2}" }],
];
