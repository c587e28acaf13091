import { parsedSchema } from "./content-text.ts";
import { schemaGrammar, type SchemaGrammarOptions } from "./json-schema/schema-grammar.ts";
import { isSchemaObject } from "./json-schema/schema.ts";
import { TextError } from "../errors.ts";

const maxNesting = 64;
/** Keywords with one schema, with a list and with a map of them, and without any, that every grammar can hold. */
const single = new Set(["items", "additionalProperties"]);
const listed = new Set(["anyOf", "allOf", "prefixItems"]);
const mapped = new Set(["properties", "$defs", "definitions"]);
const plain = new Set(["type", "enum", "const", "required", "minItems", "maxItems"]);

/**
 * A schema that can be enforced and allows at least as much: the schema itself where it can be; otherwise only its types,
 * properties, lists of values, alternatives and references; failing that, any value of its type.
 *
 * @param schema JSON schema, or its text
 */
export function loosenSchema(schema: unknown, options: SchemaGrammarOptions): unknown {
  const type = isSchemaObject(schema) ? { type: schema["type"] } : true;
  const steps = [
    () => parsedSchema(schema),
    () => loosened(parsedSchema(schema), 0),
    () => type,
  ] as const;
  for (const step of steps) {
    const looser = enforced(step, options);
    if (looser !== undefined) return looser;
  }
  return true;
}

function enforced(step: () => unknown, options: SchemaGrammarOptions): unknown {
  try {
    const schema = step();
    schemaGrammar(schema, options);
    return schema;
  } catch (cause) {
    if (cause instanceof TextError) return undefined;
    throw cause;
  }
}

function loosened(schema: unknown, nesting: number): unknown {
  if (schema === false) return false;
  if (!isSchemaObject(schema) || nesting > maxNesting) return true;
  const inner = (part: unknown): unknown => loosened(part, nesting + 1);
  // Members that no longer count as named would fall under what is said of all others.
  const namesMembersElsewhere = ["patternProperties", "$ref", "allOf", "anyOf", "oneOf"].some(
    (keyword) => Object.hasOwn(schema, keyword),
  );
  const members = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === "additionalProperties" && namesMembersElsewhere) return [];
    if (plain.has(keyword)) return [[keyword, value]];
    if (single.has(keyword) && !Array.isArray(value)) return [[keyword, inner(value)]];
    if (listed.has(keyword) && Array.isArray(value)) return [[keyword, value.map(inner)]];
    if (keyword === "oneOf" && Array.isArray(value) && schema["anyOf"] === undefined) {
      return [["anyOf", value.map(inner)]];
    }
    if (mapped.has(keyword) && isSchemaObject(value)) {
      const parts = Object.entries(value).map(([name, part]) => [name, inner(part)]);
      return [[keyword, Object.fromEntries(parts)]];
    }
    const isLocal = keyword === "$ref" && typeof value === "string" && value.startsWith("#");
    return isLocal ? [[keyword, value]] : [];
  });
  return Object.fromEntries(members);
}
