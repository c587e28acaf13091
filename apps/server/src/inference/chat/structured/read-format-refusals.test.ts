import type { Inference } from "@heddle/types";
import { describe, expect, it } from "vitest";
import { readFormat } from "./read-format.ts";

type Fields = Partial<Inference.ChatCompletionRequest>;

const format = (fields: Fields) => readFormat({ model: "m", messages: [], ...fields });
const schema = { type: "object", properties: { a: { type: "integer" } } };
const asSchema = {
  type: "json_schema",
  json_schema: { name: "a", schema, strict: true },
} as const;

describe("refusals name the member", () => {
  it.each<[Fields, string, RegExp]>([
    // C5
    [
      { structured_outputs: { json: schema, regex: "a" } },
      "structured_outputs",
      /structured_outputs.json and structured_outputs.regex/,
    ],
    [
      { response_format: asSchema, structured_outputs: { regex: "a" } },
      "structured_outputs",
      /response_format and structured_outputs.regex/,
    ],
    [
      { response_format: { type: "json_object" }, structured_outputs: { json: schema } },
      "structured_outputs",
      /keep one/,
    ],
    [
      { guided_json: schema, guided_regex: "a" },
      "structured_outputs",
      /guided_json and guided_regex/,
    ],
    [{ response_format: asSchema, guided_choice: ["a"] }, "structured_outputs", /guided_choice/],
    [{ structured_outputs: { regex: "a" }, guided_regex: "a" }, "guided_regex", /older form/],
    // C6
    [{ structured_outputs: {} }, "structured_outputs", /no constraint/],
    [
      { structured_outputs: { json: null, whitespace_pattern: " ?" } },
      "structured_outputs",
      /no constraint/,
    ],
    [
      { response_format: { type: "text" }, structured_outputs: {} },
      "structured_outputs",
      /no constraint/,
    ],
    [{ guided_whitespace_pattern: " ?" }, "guided_whitespace_pattern", /no constraint/],
    // C15
    [{ response_format: { type: "json_schema" } }, "response_format", /needs json_schema/],
    [
      { response_format: { type: "json_schema", json_schema: { name: "a", schema: null } } },
      "response_format",
      /with a schema/,
    ],
    // C16
    [{ structured_outputs: { json: "{" } }, "structured_outputs.json", /not valid JSON/],
    [{ structured_outputs: { json: "[1]" } }, "structured_outputs.json", /must be a JSON schema/],
    [{ structured_outputs: { json: "" } }, "structured_outputs.json", /empty/],
    [
      { structured_outputs: { json_object: false } },
      "structured_outputs.json_object",
      /true or left out/,
    ],
    [{ structured_outputs: { choice: [] } }, "structured_outputs.choice", /empty/],
    [{ structured_outputs: { regex: "" } }, "structured_outputs.regex", /empty/],
    [{ structured_outputs: { regex: "a\0" } }, "structured_outputs.regex", /NUL/],
    [{ structured_outputs: { grammar: "" } }, "structured_outputs.grammar", /empty/],
    [
      { structured_outputs: { structural_tag: "{}" } },
      "structured_outputs.structural_tag",
      /no structural tag/,
    ],
    [
      { structured_outputs: { structural_tag: "<a>" } },
      "structured_outputs.structural_tag",
      /not valid JSON/,
    ],
    [
      { structured_outputs: { structural_tag: '{"format": 1}' } },
      "structured_outputs.structural_tag",
      /an object/,
    ],
    [
      { response_format: { type: "structural_tag", structures: [], triggers: [] } },
      "response_format",
      /no structural tag/,
    ],
    [{ guided_choice: [] }, "guided_choice", /empty/],
    [
      { structured_outputs: { json: schema, whitespace_pattern: "x" } },
      "structured_outputs.whitespace_pattern",
      /no other pattern/,
    ],
    [
      { guided_json: schema, guided_whitespace_pattern: "\\s+" },
      "guided_whitespace_pattern",
      /no other pattern/,
    ],
  ])("%j", (fields, param, message) => {
    let error: unknown;
    try {
      format(fields);
    } catch (cause) {
      error = cause;
    }
    expect(error).toMatchObject({
      name: "InvalidParameter",
      param,
      message: expect.stringMatching(message),
    });
  });
});
