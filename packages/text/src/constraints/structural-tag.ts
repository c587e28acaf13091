import type { Constraint, StructuralTag } from "./constraint.ts";

import { TextError } from "../errors.ts";
import { choice, type Expression, type Grammar, nothing, sequence } from "./automaton/grammar.ts";
import { type ReservedRule, writeFreeText } from "./free-text.ts";
import type { SchemaGrammarOptions } from "./json-schema/schema-grammar.ts";
import { isSchemaObject } from "./json-schema/schema.ts";
import { loosenSchema } from "./loosen-schema.ts";

/** How deep formats may be nested. */
export const maxFormatNesting = 32;
const maxTags = 1000;
const maxTriggers = 256;
const maxTriggerCharacters = 10_000;

type Format = Readonly<Record<string, unknown>>;

/**
 * The grammar of a structural tag: free text in which sections follow schemas, regular expressions and grammars, in either
 * of the two forms that vLLM takes.
 *
 * @param grammarOf the grammar of a constraint within the tag
 * @throws TextError `invalid` or `unsupported`
 */
export function structuralTagGrammar(
  tag: StructuralTag,
  grammarOf: (constraint: Constraint) => Grammar,
): Grammar {
  const format = "format" in tag ? tag.format : triggeredFormat(tag);
  const writer = new FormatWriter(grammarOf);
  const root = writer.reserve();
  root.assign(writer.expression(format, 0));
  return { root: root.name, rules: writer.rules };
}

/** How a `json_schema` format is written: `any_whitespace` (default false) and `additional_properties` (default true). */
export function schemaOptions(format: Format): SchemaGrammarOptions {
  return {
    anyWhitespace: format["any_whitespace"] === true,
    additionalProperties: format["additional_properties"] !== false,
  };
}

/** The older form, of structures and triggers, in the newer. */
function triggeredFormat({
  structures,
  triggers,
}: Extract<StructuralTag, { readonly structures: unknown }>): Format {
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
  return { type: "triggered_tags", triggers, tags };
}

/** Writes formats as expressions; what they have by way of grammars of their own becomes rules. */
class FormatWriter {
  readonly rules = new Map<string, Expression>();
  readonly #grammarOf: (constraint: Constraint) => Grammar;
  #parts = 0;

  constructor(grammarOf: (constraint: Constraint) => Grammar) {
    this.#grammarOf = grammarOf;
  }

  /** A rule whose body comes later. */
  reserve = (): ReservedRule & { readonly name: string } => {
    const name = `tag ${this.rules.size}`;
    this.rules.set(name, nothing);
    return {
      name,
      rule: { kind: "rule", name },
      assign: (body) => void this.rules.set(name, body),
    };
  };

  expression(format: unknown, nesting: number): Expression {
    if (!isSchemaObject(format)) throw invalid("A structural tag's format must be an object.");
    if (nesting > maxFormatNesting)
      throw invalid(`Formats are nested more than ${maxFormatNesting} deep.`);
    switch (format["type"]) {
      case "const_string":
        return literal(textOf(format, "value"));
      case "any_text":
        return this.#anyText(format, null);
      case "json_schema":
        if (format["json_schema"] === undefined)
          throw invalid("json_schema must be a JSON schema.");
        return this.#schema(format, format["json_schema"]);
      case "regex":
        return this.#part({ kind: "regex", pattern: textOf(format, "pattern") });
      case "grammar":
        return this.#part({ kind: "grammar", grammar: textOf(format, "grammar") });
      case "sequence":
        return sequence(this.#listed(format, "elements", nesting));
      case "or":
        return choice(this.#listed(format, "elements", nesting));
      case "tag":
        return this.#tag(format, nesting);
      case "triggered_tags":
        return this.#triggered(format, nesting);
      case "tags_with_separator":
        return this.#separated(format, nesting);
      default:
        throw new TextError(
          "unsupported",
          `The structural tag's format ${JSON.stringify(format["type"])} is not supported by this engine (it knows const_string, any_text, json_schema, regex, grammar, sequence, or, tag, triggered_tags, tags_with_separator).`,
          { parameter: "constraint" },
        );
    }
  }

  #schema(format: Format, schema: unknown): Expression {
    const options = schemaOptions(format);
    const asked = format["loose"] === true ? loosenSchema(schema, options) : schema;
    return this.#part({ kind: "json", schema: asked, ...options });
  }

  /** A constraint within the tag: its rules with names that no other part has. */
  #part(constraint: Constraint): Expression {
    const { root, rules } = this.#grammarOf(constraint);
    const prefix = `part ${this.#parts++} `;
    for (const [name, body] of rules) this.rules.set(`${prefix}${name}`, renamed(body, prefix));
    return { kind: "rule", name: `${prefix}${root}` };
  }

  #listed(format: Format, member: string, nesting: number): Expression[] {
    return listOf(format, member).map((each) => this.expression(each, nesting + 1));
  }

  /** Any text in which `excludes` do not stand, up to the text that ends it where there is one. */
  #anyText(format: Format, end: string | null): Expression {
    const excluded = format["excludes"] === undefined ? [] : textsOf(format, "excludes");
    const start = this.reserve();
    const triggers = excluded.map((text) => ({ text, follow: choice([]) }));
    const ends = end === null ? [] : [{ text: end, follow: nothing }];
    writeFreeText(start, [...triggers, ...ends], end === null ? nothing : null, this.reserve);
    return start.rule;
  }

  #tag(format: Format, nesting: number, read = ""): Expression {
    const begin = literal(textOf(format, "begin").slice(read.length));
    const end = textOf(format, "end");
    const { content } = format;
    // Free text goes on until its end stands there, and no further.
    if (isSchemaObject(content) && content["type"] === "any_text" && end !== "") {
      return sequence([begin, this.#anyText(content, end)]);
    }
    return sequence([begin, this.expression(content, nesting + 1), literal(end)]);
  }

  #triggered(format: Format, nesting: number): Expression {
    const triggers = textsOf(format, "triggers");
    const tags = listOf(format, "tags").map(tagOf);
    for (const { begin } of tags) {
      if (triggers.some((trigger) => begin.startsWith(trigger))) continue;
      throw invalid(`The tag "${begin}" starts with no trigger, so it could never be written.`);
    }
    const free = this.reserve();
    const isOnce = format["stop_after_first"] === true;
    // The same tags may lead to two places, so what they hold becomes rules.
    const opened = triggers.map((text) => {
      const matching = tags.filter(({ begin }) => begin.startsWith(text));
      if (matching.length === 0) throw invalid(`No tag starts with the trigger "${text}".`);
      const rule = this.reserve();
      rule.assign(choice(matching.map((tag) => this.#tag(tag.format, nesting + 1, text))));
      const follow = isOnce ? rule.rule : sequence([rule.rule, free.rule]);
      return { text, follow };
    });
    writeFreeText(free, opened, nothing, this.reserve);
    if (format["at_least_one"] !== true) return free.rule;
    const first = this.reserve();
    writeFreeText(first, opened, null, this.reserve);
    return first.rule;
  }

  #separated(format: Format, nesting: number): Expression {
    const separator = textOf(format, "separator");
    const tag = this.reserve();
    tag.assign(
      choice(
        listOf(format, "tags")
          .map(tagOf)
          .map((each) => this.#tag(each.format, nesting + 1)),
      ),
    );
    const more: Expression = {
      kind: "repeat",
      part: sequence([literal(separator), tag.rule]),
      min: 0,
      max: format["stop_after_first"] === true ? 0 : Infinity,
    };
    const list = sequence([tag.rule, more]);
    return format["at_least_one"] === true ? list : choice([nothing, list]);
  }
}

function literal(text: string): Expression {
  return { kind: "text", text };
}

function renamed(expression: Expression, prefix: string): Expression {
  switch (expression.kind) {
    case "sequence":
      return { ...expression, parts: expression.parts.map((part) => renamed(part, prefix)) };
    case "choice": {
      const alternatives = expression.alternatives.map((each) => renamed(each, prefix));
      return { ...expression, alternatives };
    }
    case "repeat":
      return { ...expression, part: renamed(expression.part, prefix) };
    case "rule":
      return { ...expression, name: `${prefix}${expression.name}` };
    default:
      return expression;
  }
}

function tagOf(format: unknown): { readonly begin: string; readonly format: Format } {
  if (!isSchemaObject(format) || format["type"] !== "tag") {
    throw invalid('Each of the tags must be a format of type "tag".');
  }
  return { begin: textOf(format, "begin"), format };
}

function listOf(format: Format, member: string): readonly unknown[] {
  const list = format[member];
  if (Array.isArray(list) && list.length > 0 && list.length <= maxTags) return list;
  throw invalid(`${member} must be a list of 1 to ${maxTags} formats.`);
}

function textOf(format: Readonly<Record<string, unknown>>, member: string): string {
  const value = format[member];
  if (typeof value === "string" && isText(value)) return value;
  throw invalid(
    `${String(format["type"])}.${member} must be a string, without NUL and without halves of surrogate pairs.`,
  );
}

function textsOf(format: Format, member: string): readonly string[] {
  const value = format[member];
  const isList = Array.isArray(value) && value.length > 0 && value.length <= maxTriggers;
  if (!isList || !value.every((text) => typeof text === "string" && text !== "" && isText(text))) {
    throw invalid(`${member} must be a list of 1 to ${maxTriggers} strings, none of them empty.`);
  }
  const texts = value as readonly string[];
  if (texts.reduce((total, text) => total + text.length, 0) > maxTriggerCharacters) {
    throw invalid(`${member} have more than ${maxTriggerCharacters} characters together.`);
  }
  return texts;
}

function isText(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

function invalid(message: string): TextError {
  return new TextError("invalid", message, { parameter: "constraint" });
}
