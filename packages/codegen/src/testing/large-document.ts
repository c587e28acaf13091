import type { OpenApiDocument, PathItemObject, SchemaObject } from "../document/openapi.ts";

/** The size of a large document. */
export interface LargeDocumentOptions {
  readonly operations: number;
  readonly schemas: number;
  /** The same seed makes the same document. Default: 1. */
  readonly seed?: number;
}

/**
 * A document with the shape of large public documents: nested objects, unions with and without
 * tags, recursion, inheritance, long descriptions, several media types.
 *
 * For benchmarks, which must not depend on other people's documents.
 */
export function largeDocument(options: LargeDocumentOptions): OpenApiDocument {
  const { operations, schemas, seed = 1 } = options;
  const random = generator(seed);
  const names = Array.from({ length: schemas }, (_, index) => `Schema${index}`);
  const maker = new Maker(random, names);
  const paths: Record<string, PathItemObject> = {};
  for (let index = 0; index < operations; index++) {
    const resource = `resource${Math.floor(index / 8)}`;
    paths[`/v1/${resource}/{id}/action${index}`] = {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      [index % 3 === 0 ? "get" : "post"]: maker.operation(index, resource),
    };
  }
  return {
    openapi: "3.1.1",
    info: { title: "Large", version: "1.0.0" },
    paths,
    components: { schemas: Object.fromEntries(names.map((name, at) => [name, maker.named(at)])) },
  };
}

/** Mulberry32: 32 bits of state are enough here. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const sentence = "What this is for, and what happens to it when the rest of the object changes. ";

const neighbours = 40;

class Maker {
  readonly #random: () => number;
  readonly #names: readonly string[];

  constructor(random: () => number, names: readonly string[]) {
    this.#random = random;
    this.#names = names;
  }

  operation(index: number, resource: string): object {
    const json = (schema: SchemaObject): object => ({
      content: { "application/json": { schema } },
    });
    const isWriting = index % 3 !== 0;
    return {
      operationId: `action${index}`,
      tags: [resource],
      summary: `Do ${index}`,
      description: sentence.repeat(3),
      parameters: [
        { name: "limit", in: "query", schema: { type: "integer", default: 20, maximum: 100 } },
        { name: "filter", in: "query", style: "deepObject", explode: true, schema: this.#flat() },
      ],
      ...(isWriting ? { requestBody: { required: true, ...json(this.#reference(index)) } } : {}),
      responses: {
        "200": { description: "Done.", ...json(this.#reference(index)) },
        "4XX": { description: "Refused.", ...json(this.#reference(index)) },
        default: { description: "Failed." },
      },
    };
  }

  /**
   * Every eighth schema is a union with tags, every ninth extends another, and the others are
   * objects.
   */
  named(index: number): SchemaObject {
    if (index % 8 === 7) {
      const branches = [1, 2, 3].map((value) => this.#tagged(`v${value}`, index));
      return { oneOf: branches, description: sentence };
    }
    if (index % 9 === 8) return { allOf: [this.#earlier(index), this.#object(index, 2)] };
    return this.#object(index, 3);
  }

  #object(index: number, depth: number): SchemaObject {
    const count = 4 + this.#upTo(10);
    const properties = Array.from({ length: count }, (_, at): [string, SchemaObject] => {
      return [`property_${at}`, this.#property(index, depth)];
    });
    return {
      type: "object",
      description: sentence.repeat(1 + this.#upTo(3)),
      required: ["property_0", "property_1"],
      properties: Object.fromEntries(properties),
    };
  }

  #property(index: number, depth: number): SchemaObject {
    const kinds: readonly (() => SchemaObject)[] = [
      () => ({ type: "string", description: sentence, maxLength: 256 }),
      () => ({ type: ["string", "null"], format: "date-time" }),
      () => ({ type: "integer", minimum: 0, default: 1 }),
      () => ({ type: "string", enum: ["one", "two", "three"] }),
      () => this.#reference(index),
      () => ({ type: "array", items: this.#reference(index) }),
      () => ({ anyOf: [{ type: "string" }, this.#reference(index), { type: "null" }] }),
      () => ({ type: "object", additionalProperties: { type: "string" } }),
      () => (depth > 0 ? this.#object(index, depth - 1) : { type: "boolean" }),
    ];
    return (kinds[this.#upTo(kinds.length)] ?? ((): SchemaObject => true))();
  }

  #tagged(tag: string, index: number): SchemaObject {
    return {
      type: "object",
      required: ["type"],
      properties: { type: { const: tag }, value: this.#reference(index) },
    };
  }

  #flat(): SchemaObject {
    return { type: "object", properties: { from: { type: "string" }, to: { type: "string" } } };
  }

  /** Schemas refer to schemas of their own resource, as in documents that people write. */
  #reference(index: number): SchemaObject {
    const first = Math.floor((index % this.#names.length) / neighbours) * neighbours;
    const at = Math.min(first + this.#upTo(neighbours), this.#names.length - 1);
    return { $ref: `#/components/schemas/${this.#names[at] ?? ""}` };
  }

  /** Refers only to earlier schemas, since inheritance must not form a circle. */
  #earlier(index: number): SchemaObject {
    const at = Math.floor((index - 1) / 9) * 9;
    return { $ref: `#/components/schemas/${this.#names[at] ?? ""}` };
  }

  #upTo(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}
