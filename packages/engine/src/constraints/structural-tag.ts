import type { StructuralTag } from "../sampling.ts";

import { EngineError } from "../errors.ts";
import { parsedSchema, regexText } from "./content-text.ts";
import { grammarText } from "./grammar-text.ts";
import { schemaGrammar, type SchemaGrammarOptions } from "./json-schema/schema-grammar.ts";
import { isSchemaObject } from "./json-schema/schema.ts";
import { loosenSchema } from "./loosen-schema.ts";

/** How deep formats may be nested. */
export const maxFormatNesting: number = 32;
const maxTags = 1000;

/**
 * A structural tag in xgrammar's newer form, with what it has by way of schemas and regular expressions written as
 * grammars of ours.
 *
 * @throws EngineError `invalid` or `unsupported`
 */
export function structuralTagFormat(tag: StructuralTag): unknown {
  if ("format" in tag) return { type: "structural_tag", format: formatOf(tag.format, 0) };
  const { structures, triggers } = tag;
  if (structures.length === 0) throw invalid("A structural tag needs at least one structure.");
  if (triggers.length === 0) throw invalid("A structural tag needs at least one trigger.");
  for (const { begin } of structures) {
    if (!triggers.some((trigger) => trigger !== "" && begin.startsWith(trigger))) {
      throw invalid(
        `The structure "${begin}" starts with no trigger, so it could never be written.`,
      );
    }
  }
  for (const trigger of triggers) {
    if (!structures.some(({ begin }) => begin.startsWith(trigger))) {
      throw invalid(`No structure starts with the trigger "${trigger}".`);
    }
  }
  const tags = structures.map(({ begin, schema, end }) => ({
    type: "tag",
    begin,
    content: { type: "json_schema", json_schema: schema ?? true },
    end,
  }));
  return {
    type: "structural_tag",
    format: formatOf({ type: "triggered_tags", triggers, tags }, 0),
  };
}

/** How a `json_schema` format is written: `any_whitespace` (default false) and `additional_properties` (default true). */
export function schemaOptions(format: Readonly<Record<string, unknown>>): SchemaGrammarOptions {
  return {
    anyWhitespace: format["any_whitespace"] === true,
    additionalProperties: format["additional_properties"] !== false,
  };
}

function formatOf(format: unknown, nesting: number): unknown {
  if (!isSchemaObject(format)) throw invalid("A structural tag's format must be an object.");
  if (nesting > maxFormatNesting)
    throw invalid(`Formats are nested more than ${maxFormatNesting} deep.`);
  const inner = (member: string): unknown => formatOf(format[member], nesting + 1);
  const listed = (member: string): unknown[] => {
    const list = format[member];
    if (!Array.isArray(list) || list.length === 0 || list.length > maxTags) {
      throw invalid(`${member} must be a list of 1 to ${maxTags} formats.`);
    }
    return list.map((each) => formatOf(each, nesting + 1));
  };
  switch (format["type"]) {
    case "const_string":
      return { type: "const_string", value: textOf(format, "value") };
    case "any_text":
      return { ...format };
    case "json_schema": {
      const options = schemaOptions(format);
      const schema = parsedSchema(format["json_schema"]);
      const asked = format["loose"] === true ? loosenSchema(schema, options) : schema;
      return { type: "grammar", grammar: schemaGrammar(asked, options) };
    }
    case "regex":
      return { type: "grammar", grammar: regexText(textOf(format, "pattern")) };
    case "grammar":
      return { type: "grammar", grammar: grammarText(textOf(format, "grammar")), isForeign: true };
    case "sequence":
    case "or":
      return { ...format, elements: listed("elements") };
    case "tag":
      textOf(format, "begin");
      textOf(format, "end");
      return { ...format, content: inner("content") };
    case "triggered_tags":
      checkTexts(format["triggers"], "triggers");
      return { ...format, tags: listed("tags") };
    case "tags_with_separator":
      textOf(format, "separator");
      return { ...format, tags: listed("tags") };
    default:
      throw new EngineError(
        "unsupported",
        `The structural tag's format ${JSON.stringify(format["type"])} is not supported by this engine (it knows const_string, any_text, json_schema, regex, grammar, sequence, or, tag, triggered_tags, tags_with_separator).`,
        { parameter: "constraint" },
      );
  }
}

function textOf(format: Readonly<Record<string, unknown>>, member: string): string {
  const value = format[member];
  if (typeof value === "string") return value;
  throw invalid(`${String(format["type"])}.${member} must be a string.`);
}

function checkTexts(value: unknown, member: string): void {
  const isList = Array.isArray(value) && value.length > 0;
  if (isList && value.every((text) => typeof text === "string" && text !== "")) return;
  throw invalid(`${member} must be a list of strings, none of them empty.`);
}

function invalid(message: string): EngineError {
  return new EngineError("invalid", message, { parameter: "constraint" });
}
