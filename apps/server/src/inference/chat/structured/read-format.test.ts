import type { Inference } from "@heddle/types";
import { describe, expect, it } from "vitest";
import { readFormat } from "./read-format.ts";

type Fields = Partial<Inference.ChatCompletionRequest>;

const format = (fields: Fields) => readFormat({ model: "m", messages: [], ...fields });
const schema = { type: "object", properties: { a: { type: "integer" } } };
const json = { kind: "json", schema, anyWhitespace: false } as const;
const structures = [{ begin: "<a>", schema, end: "</a>" }];
const asSchema = {
  type: "json_schema",
  json_schema: { name: "a", schema, strict: true },
} as const;

describe("what the content must look like", () => {
  it.each<[Fields, unknown, string]>([
    [
      { response_format: { type: "json_object" } },
      { kind: "json", anyWhitespace: false },
      "response_format",
    ],
    [{ response_format: asSchema }, json, "response_format"],
    [
      { response_format: { type: "structural_tag", format: { type: "any_text" } } },
      { kind: "structural_tag", tag: { format: { type: "any_text" } } },
      "response_format",
    ],
    [
      { response_format: { type: "structural_tag", structures, triggers: ["<a"] } },
      { kind: "structural_tag", tag: { structures, triggers: ["<a"] } },
      "response_format",
    ],
    [
      {
        response_format: {
          type: "structural_tag",
          structures: [{ begin: "<a>", schema: null, end: "</a>" }],
          triggers: ["<a"],
        },
      },
      {
        kind: "structural_tag",
        tag: { structures: [{ begin: "<a>", end: "</a>" }], triggers: ["<a"] },
      },
      "response_format",
    ],
    [{ structured_outputs: { json: schema } }, json, "structured_outputs.json"],
    [{ structured_outputs: { json: JSON.stringify(schema) } }, json, "structured_outputs.json"],
    [
      { structured_outputs: { json_object: true } },
      { kind: "json", anyWhitespace: false },
      "structured_outputs.json_object",
    ],
    [
      { structured_outputs: { regex: "a+" } },
      { kind: "regex", pattern: "a+" },
      "structured_outputs.regex",
    ],
    [
      { structured_outputs: { choice: ["a", "b"] } },
      { kind: "choice", choices: ["a", "b"] },
      "structured_outputs.choice",
    ],
    [
      { structured_outputs: { grammar: 'root ::= "a"' } },
      { kind: "grammar", grammar: 'root ::= "a"' },
      "structured_outputs.grammar",
    ],
    [
      {
        structured_outputs: {
          structural_tag: JSON.stringify({ type: "structural_tag", structures, triggers: ["<a"] }),
        },
      },
      { kind: "structural_tag", tag: { structures, triggers: ["<a"] } },
      "structured_outputs.structural_tag",
    ],
    [
      { structured_outputs: { json: schema, disable_additional_properties: true } },
      { ...json, additionalProperties: false },
      "structured_outputs.json",
    ],
    [
      { structured_outputs: { json: schema, whitespace_pattern: "[\\n\\t ]*" } },
      { ...json, anyWhitespace: true },
      "structured_outputs.json",
    ],
    [
      {
        structured_outputs: {
          json: schema,
          whitespace_pattern: "\\s*",
          disable_any_whitespace: true,
        },
      },
      json,
      "structured_outputs.json",
    ],
    [
      { structured_outputs: { json: schema, whitespace_pattern: "[ ]?" } },
      json,
      "structured_outputs.json",
    ],
    [
      {
        structured_outputs: {
          json: schema,
          regex: null,
          choice: null,
          _backend: "other",
          _backend_was_auto: true,
        },
      },
      json,
      "structured_outputs.json",
    ],
    [{ guided_json: schema }, json, "guided_json"],
    [{ guided_json: JSON.stringify(schema), guided_decoding_backend: "x" }, json, "guided_json"],
    [{ guided_regex: "a+" }, { kind: "regex", pattern: "a+" }, "guided_regex"],
    [{ guided_choice: ["a"] }, { kind: "choice", choices: ["a"] }, "guided_choice"],
    [
      { guided_grammar: "root ::= [a]" },
      { kind: "grammar", grammar: "root ::= [a]" },
      "guided_grammar",
    ],
    [
      { guided_json: schema, guided_whitespace_pattern: "\\s*" },
      { ...json, anyWhitespace: true },
      "guided_json",
    ],
    // The format of the response replaces the member that says the same, and keeps what is said beside it.
    [{ response_format: asSchema, structured_outputs: { json: {} } }, json, "response_format"],
    [
      { response_format: asSchema, structured_outputs: { disable_additional_properties: true } },
      { ...json, additionalProperties: false },
      "response_format",
    ],
    [
      { response_format: { type: "text" }, structured_outputs: { regex: "a" } },
      { kind: "regex", pattern: "a" },
      "structured_outputs.regex",
    ],
  ])("%j", (fields, constraint, param) => {
    expect(format(fields)).toEqual({ constraint, param });
  });

  it.each<Fields>([
    {},
    { response_format: null, structured_outputs: null, guided_json: null },
    { response_format: { type: "text" } },
    { guided_decoding_backend: "x" },
  ])("anything, for %j", (fields) => {
    expect(format(fields)).toBeUndefined();
  });
});
