import type { TypeName } from "./keywords.ts";
import type { SchemaContext } from "./context.ts";
import type { Schema, SchemaObject } from "./schema.ts";

import { choiceOf, emptyText, GrammarWriter, literal, repeated, sequenceOf } from "../ebnf.ts";
import { parseEbnf } from "../automaton/ebnf-parser.ts";
import type { Grammar } from "../automaton/grammar.ts";
import { productiveRules } from "../automaton/productive.ts";
import { alternativesOf } from "./alternatives.ts";
import { arrayGrammar } from "./array-grammar.ts";
import { exclusionsOf } from "./exclusion.ts";
import { typesOf } from "./keywords.ts";
import { presentForm } from "./present-form.ts";
import { numberGrammar } from "./number-grammar.ts";
import { objectGrammar } from "./object-grammar.ts";
import {
  isPureReference,
  isSameJson,
  isSchemaObject,
  pointerTo,
  resolveReference,
  schemaAt,
  schemaError,
} from "./schema.ts";
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
 * A grammar for the JSON texts that a schema allows. Every text that matches is valid; not every valid text matches:
 * properties come in the order of the schema, strings have the shortest escapes, formats are written in one way.
 *
 * @throws TextError `unsupported` naming a keyword that cannot be enforced, `invalid` where the schema is malformed, too
 *   large, or allows nothing
 */
export function schemaGrammar(schema: unknown, options: SchemaGrammarOptions): Grammar {
  const root = presentForm(schema);
  const impossible = new Set<string>();
  for (;;) {
    const known = impossible.size;
    const grammar = new SchemaGrammar(root, options, impossible).grammar();
    // What turned out impossible after something had referred to it must not be begun there.
    if (impossible.size === known) return grammar;
  }
}

class SchemaGrammar implements SchemaContext {
  readonly writer: GrammarWriter = new GrammarWriter();
  readonly comma: string;
  readonly colon: string;
  readonly padding: string;
  readonly isOpen: boolean;
  readonly root: unknown;
  /** The rule of each schema that has been met, by its JSON: what makes recursion end, and equal schemas share one. */
  readonly #rules: Map<string, string> = new Map<string, string>();
  readonly #impossible: Set<string>;

  /** @param impossible JSON of schemas that are known to allow nothing; more are added */
  constructor(root: unknown, options: SchemaGrammarOptions, impossible: Set<string>) {
    this.root = root;
    this.#impossible = impossible;
    this.isOpen = options.additionalProperties;
    const space = options.anyWhitespace
      ? this.writer.rule(repeated("[ \\n\\t\\r]", 0, maxWhitespace))
      : emptyText;
    this.padding = space;
    this.comma = options.anyWhitespace ? sequenceOf([space, literal(","), space]) : literal(", ");
    this.colon = options.anyWhitespace ? sequenceOf([space, literal(":"), space]) : literal(": ");
  }

  grammar(): Grammar {
    const value = this.valueOf(schemaAt(this.root, ""), "", 0);
    if (value === null)
      throw schemaError("invalid", "", "no value that this engine can write satisfies the schema.");
    const text = this.writer.text(sequenceOf([this.padding, value, this.padding]));
    // Our own, so its size was bounded when it was written.
    const grammar = parseEbnf(text, { nesting: Infinity, repetition: Infinity });
    const productive = productiveRules(grammar);
    if (!productive.has("root")) {
      const message = "every value that satisfies the schema is endless.";
      throw schemaError("invalid", "", message);
    }
    for (const [key, name] of this.#rules) if (!productive.has(name)) this.#impossible.add(key);
    return grammar;
  }

  valueOf(schema: Schema, pointer: string, depth: number): string | null {
    if (depth > maxDepth) {
      throw schemaError(
        "invalid",
        pointer,
        `schemas are nested more than ${maxDepth} deep, or refer to each other without end.`,
      );
    }
    if (schema !== true && schema !== false && isPureReference(schema)) {
      const target = resolveReference(this.root, schema["$ref"], pointer);
      return this.valueOf(target, pointerTo(pointer, "$ref"), depth + 1);
    }
    const key = JSON.stringify(schema);
    if (schema === false || this.#impossible.has(key)) return null;
    const known = this.#rules.get(key);
    if (known !== undefined) return known;
    const name = this.writer.reserve();
    this.#rules.set(key, name);
    const body = schema === true ? this.#anyValue(depth) : this.#body(schema, pointer, depth);
    if (body === null) {
      this.#rules.delete(key);
      this.#impossible.add(key);
      // Whoever referred to the rule meanwhile asked for a value within itself, which there is none of.
      this.writer.assign(name, name);
      return null;
    }
    this.writer.assign(name, body);
    return name;
  }

  listedIn(schema: Schema, pointer: string): readonly string[] | null {
    const found: unknown[] = [];
    for (const flat of alternativesOf(schema, this.root, pointer)) {
      const listed = flat === true ? null : listedValues(flat);
      if (listed === null) return null;
      for (const value of listed) {
        const isKnown = found.some((other) => isSameJson(value, other));
        if (!isKnown && accepts(value, flat, this.root, pointer)) found.push(value);
      }
    }
    return found.map((value) => this.#constant(value));
  }

  #body(schema: SchemaObject, pointer: string, depth: number): string | null {
    const parts: string[] = [];
    for (const flat of alternativesOf(schema, this.root, pointer)) {
      const found =
        flat === true ? this.valueOf(true, pointer, depth) : this.#flat(flat, pointer, depth);
      if (found !== null) parts.push(found);
    }
    return parts.length === 0 ? null : choiceOf(parts);
  }

  /** @param schema without $ref, allOf, anyOf and oneOf */
  #flat(schema: SchemaObject, pointer: string, depth: number): string | null {
    const listed = listedValues(schema);
    if (listed !== null) {
      // What stands in the list need not be looked for in it, which would cost the square of its length.
      const { enum: _, ...rest } = schema;
      const others = Object.hasOwn(schema, "const") ? schema : rest;
      const allowed = listed.filter((value) => accepts(value, others, this.root, pointer));
      return allowed.length === 0 ? null : choiceOf(allowed.map((value) => this.#constant(value)));
    }
    const types = typesOf(schema, pointer);
    const parts: string[] = [];
    for (const type of types) {
      if (type === "integer" && types.includes("number")) continue;
      const found = this.#ofType(type, schema, pointer, depth + 1);
      if (found !== null) parts.push(found);
    }
    return parts.length === 0 ? null : choiceOf(parts);
  }

  #ofType(type: TypeName, schema: SchemaObject, pointer: string, depth: number): string | null {
    switch (type) {
      case "object":
        checkExclusions(schema, isSchemaObject, pointer);
        return objectGrammar(schema, pointer, this, depth);
      case "array":
        checkExclusions(schema, Array.isArray, pointer);
        return arrayGrammar(schema, pointer, this, depth);
      case "string":
        return stringGrammar(schema, pointer, this.writer);
      case "number":
      case "integer":
        return numberGrammar(schema, type === "integer", pointer, this.writer);
      case "boolean": {
        const excluded = exclusionsOf(schema, (value) => typeof value === "boolean");
        const rest = [true, false].filter((value) => !excluded.includes(value));
        return rest.length === 0 ? null : choiceOf(rest.map((value) => literal(String(value))));
      }
      default:
        return exclusionsOf(schema, (value) => value === null).length > 0 ? null : '"null"';
    }
  }

  /** Any JSON value: also where named objects are closed, since nothing is named here. */
  #anyValue(depth: number): string {
    const open: SchemaContext = {
      writer: this.writer,
      root: this.root,
      comma: this.comma,
      colon: this.colon,
      padding: this.padding,
      isOpen: true,
      listedIn: (schema, pointer) => this.listedIn(schema, pointer),
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

/** @throws TextError `unsupported` for objects and lists under `not`: a grammar cannot keep them out */
function checkExclusions(
  schema: SchemaObject,
  isMeant: (value: unknown) => boolean,
  pointer: string,
): void {
  if (exclusionsOf(schema, (value): value is unknown => isMeant(value)).length === 0) return;
  const message = "objects and lists under not cannot be excluded by this engine. Leave them out.";
  throw schemaError("unsupported", pointerTo(pointer, "not"), message);
}

function listedValues(schema: SchemaObject): readonly unknown[] | null {
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  return (schema["enum"] as readonly unknown[] | undefined) ?? null;
}
