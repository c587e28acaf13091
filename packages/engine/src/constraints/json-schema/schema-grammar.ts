import type { TypeName } from "./keywords.ts";
import type { SchemaContext } from "./context.ts";
import type { Schema, SchemaObject } from "./schema.ts";

import { choiceOf, emptyText, GrammarWriter, literal, repeated, sequenceOf } from "../ebnf.ts";
import { hasFiniteText } from "../productive.ts";
import { alternativesOf } from "./alternatives.ts";
import { arrayGrammar } from "./array-grammar.ts";
import { typesOf } from "./keywords.ts";
import { numberGrammar } from "./number-grammar.ts";
import { objectGrammar } from "./object-grammar.ts";
import { schemaAt, schemaError } from "./schema.ts";
import { stringGrammar } from "./string-grammar.ts";
import { accepts } from "./validation.ts";

/** How JSON is written, and whether objects are open. */
export interface SchemaGrammarOptions {
  readonly anyWhitespace: boolean;
  readonly additionalProperties: boolean;
}

const maxDepth = 64;
/** White space that may stand in one place where any is allowed; without a limit some models write nothing else. */
const maxWhitespace = 16;

/**
 * An EBNF grammar for the JSON texts that a schema allows. Every text that matches is valid; not every valid text matches:
 * properties come in the order of the schema, strings have the shortest escapes, formats are written in one way.
 *
 * A schema of our own making, because xgrammar's lets through what it should not (0.1.27: `{"type": "integer", "minimum": 0,
 * "maximum": 120}` matches 121; `required`, exclusive bounds and what stands beside `enum`, `$ref` and `anyOf` are dropped).
 *
 * @throws EngineError `unsupported` naming a keyword that cannot be enforced, `invalid` where the schema is malformed, too
 *   large, or allows nothing
 */
export function schemaGrammar(schema: unknown, options: SchemaGrammarOptions): string {
  const grammar = new SchemaGrammar(schema, options);
  return grammar.text();
}

class SchemaGrammar implements SchemaContext {
  readonly writer: GrammarWriter = new GrammarWriter();
  readonly comma: string;
  readonly colon: string;
  readonly padding: string;
  readonly isOpen: boolean;
  readonly #root: unknown;
  /** The rule of each schema that has been met: what makes recursion end. */
  readonly #rules: Map<Schema, string> = new Map<Schema, string>();
  readonly #impossible: Set<Schema> = new Set<Schema>();

  constructor(root: unknown, options: SchemaGrammarOptions) {
    this.#root = root;
    this.isOpen = options.additionalProperties;
    const space = options.anyWhitespace
      ? this.writer.rule(repeated("[ \\n\\t\\r]", 0, maxWhitespace))
      : emptyText;
    this.padding = space;
    this.comma = options.anyWhitespace ? sequenceOf([space, literal(","), space]) : literal(", ");
    this.colon = options.anyWhitespace ? sequenceOf([space, literal(":"), space]) : literal(": ");
  }

  text(): string {
    const value = this.valueOf(schemaAt(this.#root, ""), "", 0);
    if (value === null) throw schemaError("invalid", "", "no value satisfies the schema.");
    const text = this.writer.text(sequenceOf([this.padding, value, this.padding]));
    if (hasFiniteText(text)) return text;
    throw schemaError("invalid", "", "every value that satisfies the schema would go on for ever.");
  }

  valueOf(schema: Schema, pointer: string, depth: number): string | null {
    if (schema === false || this.#impossible.has(schema)) return null;
    const known = this.#rules.get(schema);
    if (known !== undefined) return known;
    if (depth > maxDepth) {
      throw schemaError(
        "invalid",
        pointer,
        `schemas are nested more than ${maxDepth} deep, or refer to each other without end.`,
      );
    }
    const name = this.writer.reserve();
    this.#rules.set(schema, name);
    const body = schema === true ? this.#anyValue(depth) : this.#body(schema, pointer, depth);
    if (body === null) {
      this.#rules.delete(schema);
      this.#impossible.add(schema);
      // Whoever referred to the rule meanwhile asked for a value within itself, which there is none of.
      this.writer.assign(name, '"\\x00"');
      return null;
    }
    this.writer.assign(name, body);
    return name;
  }

  #body(schema: SchemaObject, pointer: string, depth: number): string | null {
    const parts: string[] = [];
    for (const flat of alternativesOf(schema, this.#root, pointer)) {
      const found =
        flat === true ? this.valueOf(true, pointer, depth) : this.#flat(flat, pointer, depth);
      if (found !== null) parts.push(found);
    }
    return parts.length === 0 ? null : this.writer.choice(parts);
  }

  /** @param schema without $ref, allOf, anyOf and oneOf */
  #flat(schema: SchemaObject, pointer: string, depth: number): string | null {
    const listed = listedValues(schema);
    if (listed !== null) {
      const allowed = listed.filter((value) => accepts(value, schema, this.#root, pointer));
      return allowed.length === 0
        ? null
        : this.writer.choice(allowed.map((value) => this.#constant(value)));
    }
    const types = typesOf(schema, pointer);
    const parts: string[] = [];
    for (const type of types) {
      if (type === "integer" && types.includes("number")) continue;
      const found = this.#ofType(type, schema, pointer, depth + 1);
      if (found !== null) parts.push(found);
    }
    return parts.length === 0 ? null : this.writer.choice(parts);
  }

  #ofType(type: TypeName, schema: SchemaObject, pointer: string, depth: number): string | null {
    switch (type) {
      case "object":
        return objectGrammar(schema, pointer, this, depth);
      case "array":
        return arrayGrammar(schema, pointer, this, depth);
      case "string":
        return stringGrammar(schema, pointer, this.writer);
      case "number":
      case "integer":
        return numberGrammar(schema, type === "integer", pointer, this.writer);
      case "boolean":
        return '("true" | "false")';
      default:
        return '"null"';
    }
  }

  /** Any JSON value: also where named objects are closed, since nothing is named here. */
  #anyValue(depth: number): string {
    const open: SchemaContext = {
      writer: this.writer,
      comma: this.comma,
      colon: this.colon,
      padding: this.padding,
      isOpen: true,
      valueOf: (schema, pointer, at) => this.valueOf(schema, pointer, at),
    };
    return choiceOf([
      objectGrammar({}, "", open, depth)!,
      arrayGrammar({}, "", open, depth)!,
      stringGrammar({}, "", this.writer)!,
      numberGrammar({}, false, "", this.writer)!,
      '"true"',
      '"false"',
      '"null"',
    ]);
  }

  #constant(value: unknown): string {
    if (Array.isArray(value)) {
      const items = value.flatMap((item, index) => [
        ...(index === 0 ? [] : [this.comma]),
        this.#constant(item),
      ]);
      return sequenceOf([literal("["), this.padding, ...items, this.padding, literal("]")]);
    }
    if (typeof value === "object" && value !== null) {
      const members = Object.entries(value).flatMap(([key, member], index) => [
        ...(index === 0 ? [] : [this.comma]),
        literal(JSON.stringify(key)),
        this.colon,
        this.#constant(member),
      ]);
      return sequenceOf([literal("{"), this.padding, ...members, this.padding, literal("}")]);
    }
    return literal(JSON.stringify(value));
  }
}

function listedValues(schema: SchemaObject): readonly unknown[] | null {
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  return (schema["enum"] as readonly unknown[] | undefined) ?? null;
}
