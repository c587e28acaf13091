import fc from "fast-check";
import { resolve, type Document, type Schema } from "../spec/document.ts";

const recursionLimit = 4;

/** The values that a schema of one document accepts. */
export type ValuesOf = (schema: Schema) => fc.Arbitrary<unknown>;

/**
 * Values that a schema accepts.
 *
 * Seeded and shrinking, as in fast-check. Beyond a few levels of recursion it takes only branches
 * that end. Some keywords cannot be combined exactly (a pattern with lengths, for example). So the
 * caller must confirm every sample with an independent judge.
 */
export function valuesOf(document: Document): ValuesOf {
  const arbitraries = new Arbitraries(document);
  return (schema) => arbitraries.of(schema, 0);
}

class Arbitraries {
  readonly #document: Document;
  readonly #depths = new Map<Schema, number>();
  /**
   * Built arbitraries by level and schema: building parses patterns, which takes longer than
   * drawing.
   */
  readonly #built: Map<Schema, fc.Arbitrary<unknown>>[] = [];

  constructor(document: Document) {
    this.#document = document;
  }

  of(given: Schema, level: number): fc.Arbitrary<unknown> {
    const schema = resolve(this.#document, given);
    const built = (this.#built[Math.min(level, recursionLimit)] ??= new Map());
    const known = built.get(schema);
    if (known !== undefined) return known;
    const arbitrary = this.#build(schema, level);
    built.set(schema, arbitrary);
    return arbitrary;
  }

  #build(schema: Schema, level: number): fc.Arbitrary<unknown> {
    if ("const" in schema) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined) {
      const branch = this.#union(branches, level);
      return schema.properties === undefined
        ? branch
        : merged([branch, this.#object(schema, level)]);
    }
    if (schema.allOf !== undefined) {
      const own = schema.properties === undefined ? [] : [this.#object(schema, level)];
      return merged([...schema.allOf.map((part) => this.of(part, level + 1)), ...own]);
    }
    if (Array.isArray(schema.type)) {
      return fc.oneof(
        ...schema.type.map((type: string) => this.#typed({ ...schema, type }, level)),
      );
    }
    return this.#typed(schema, level);
  }

  #union(branches: readonly Schema[], level: number): fc.Arbitrary<unknown> {
    if (level < recursionLimit) return fc.oneof(...branches.map((one) => this.of(one, level + 1)));
    const shallowest = Math.min(...branches.map((one) => this.#depth(one, [])));
    const ending = branches.filter((one) => this.#depth(one, []) === shallowest);
    return fc.oneof(...ending.map((one) => this.of(one, level + 1)));
  }

  #typed(schema: Schema, level: number): fc.Arbitrary<unknown> {
    switch (schema.type) {
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "integer":
        return integers(schema);
      case "number":
        return numbers(schema);
      case "string":
        return text(schema);
      case "array":
        return this.#array(schema, level);
      case "object":
        return this.#object(schema, level);
      default:
        return schema.properties === undefined ? json : this.#object(schema, level);
    }
  }

  #array(schema: Schema, level: number): fc.Arbitrary<unknown> {
    const { minItems = 0 } = schema;
    const maxItems = Math.min(schema.maxItems ?? 4, level >= recursionLimit ? minItems : 4);
    if (schema.prefixItems !== undefined) {
      return fc.tuple(...schema.prefixItems.map((item) => this.of(item, level + 1)));
    }
    const lengths = { minLength: minItems, maxLength: Math.max(minItems, maxItems) };
    const items = this.of(schema.items ?? {}, level + 1);
    return schema.uniqueItems === true
      ? fc.uniqueArray(items, { ...lengths, selector: (item) => JSON.stringify(item) })
      : fc.array(items, lengths);
  }

  #object(schema: Schema, level: number): fc.Arbitrary<unknown> {
    const required = new Set(schema.required);
    const members = Object.entries(schema.properties ?? {}).filter(
      ([name]) => level < recursionLimit || required.has(name),
    );
    const known = fc.record(
      Object.fromEntries(members.map(([name, member]) => [name, this.of(member, level + 1)])),
      { requiredKeys: members.map(([name]) => name).filter((name) => required.has(name)) },
    );
    const { additionalProperties = true } = schema;
    if (additionalProperties === false) return known;
    const value = additionalProperties === true ? json : this.of(additionalProperties, level + 1);
    const extra = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,6}$/), value, {
      minKeys: schema.minProperties ?? 0,
      maxKeys: Math.max(schema.minProperties ?? 0, 2),
    });
    return fc.tuple(known, extra).map(([own, more]) => ({ ...more, ...own }));
  }

  /** How many schemas lie between this one and the nearest value that ends. */
  #depth(given: Schema, path: readonly Schema[]): number {
    const schema = resolve(this.#document, given);
    const known = this.#depths.get(schema);
    if (known !== undefined) return known;
    if (path.includes(schema)) return Number.POSITIVE_INFINITY;
    const inner = [...path, schema];
    const branches = schema.anyOf ?? schema.oneOf;
    const needed = [
      ...(schema.allOf ?? []),
      ...(schema.required ?? []).flatMap((name) => schema.properties?.[name] ?? []),
      ...((schema.minItems ?? 0) > 0 ? [schema.items ?? {}, ...(schema.prefixItems ?? [])] : []),
    ];
    const depth =
      1 +
      Math.max(0, ...needed.map((one) => this.#depth(one, inner))) +
      (branches === undefined
        ? 0
        : Math.min(...branches.map((branch) => this.#depth(branch, inner))));
    if (path.length === 0) this.#depths.set(schema, depth);
    return depth;
  }
}

const json: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 2 });

/** Objects that have the members of every part. */
function merged(parts: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> {
  return fc.tuple(...parts).map((values) => Object.assign({}, ...values) as unknown);
}

function integers(schema: Schema): fc.Arbitrary<unknown> {
  const step = schema.multipleOf ?? 1;
  const min = schema.minimum ?? (schema.exclusiveMinimum ?? -1_000_001) + 1;
  const max = schema.maximum ?? (schema.exclusiveMaximum ?? 1_000_001) - 1;
  return fc
    .integer({ min: Math.ceil(Math.max(min, -(2 ** 31)) / step), max: highest(min, max, step) })
    .map((value) => value * step);
}

/** The upper bound. If only a high lower bound is given, it leaves some room above that. */
function highest(min: number, max: number, step: number): number {
  return Math.floor(Math.min(Math.max(max, min), 2 ** 31 - 1) / step);
}

function numbers(schema: Schema): fc.Arbitrary<unknown> {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const min = schema.minimum ?? exclusiveMinimum ?? -1e9;
  const max = schema.maximum ?? exclusiveMaximum ?? Math.max(1e9, min);
  const doubles = fc.double({
    min,
    max,
    noNaN: true,
    minExcluded: exclusiveMinimum !== undefined,
    maxExcluded: exclusiveMaximum !== undefined,
  });
  const lowest = Math.ceil(exclusiveMinimum === undefined ? min : min + 1);
  const greatest = Math.floor(exclusiveMaximum === undefined ? max : max - 1);
  if (lowest > greatest) return doubles;
  const whole = fc.integer({ min: Math.max(lowest, -1_000), max: Math.min(greatest, 1_000) });
  return fc.oneof(whole, doubles);
}

function text(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern, "u"));
  const { minLength = 0 } = schema;
  const maxLength = schema.maxLength ?? minLength + 12;
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 12), unit: "grapheme" });
}
