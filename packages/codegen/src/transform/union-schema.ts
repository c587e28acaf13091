import { isReference } from "../document/is-reference.ts";
import type { DiscriminatorObject, SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { declaredValues, NamedSchemas } from "../prepare/tag-values.ts";
import { isTypedKeyword, keywordsOfType, typedKeywords } from "../prepare/vocabulary.ts";
import { call, list } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { assertTagged } from "./discriminator-object.ts";
import { schemaName } from "./references-of.ts";
import type { SchemaKind, SchemaScope, ZodParts } from "./schema-kind.ts";
import { allowsNull, typesOf } from "./types-of.ts";

/**
 * `anyOf`.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1.2
 */
export const anyOfSchema: SchemaKind = {
  name: "an anyOf",
  keywords: ["anyOf", "discriminator"],
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const { anyOf = [], discriminator } = schema;
    const code = call("z.union", list(branches(anyOf, "anyOf", scope)));
    return { code, metadata: { discriminator } };
  },
};

/**
 * `oneOf`: by its discriminator if it has one, else by trying the branches. Exactly one branch must
 * match; if the branches differ in their JSON type, the first match is the only one.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1.3
 * @see https://spec.openapis.org/oas/v3.1.1.html#discriminator-object
 */
export const oneOfSchema: SchemaKind = {
  name: "a oneOf",
  keywords: ["oneOf", "discriminator"],
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const { oneOf = [], discriminator } = schema;
    if (discriminator === undefined) return tried(schema, scope);
    const tagged = oneOf.filter((branch) => !isNull(branch));
    try {
      assertTagged(tagged, discriminator, scope);
    } catch (error) {
      if (scope.context.isStrict || !(error instanceof SpecError)) throw error;
      // Zod cannot use tags that may be missing or that come from an `allOf`.
      const { code } = tried(schema, scope);
      return { code, metadata: { discriminator }, isOneOf: true };
    }
    const nullable = tagged.length < oneOf.length ? ".nullable()" : "";
    const options = list(tagged.map((branch, index) => scope.zod(branch, "oneOf", index)));
    // Zod reads the tags at once, which is too early for a branch that is defined later.
    if (tagged.some((branch) => isLater(branch, scope))) {
      const code = [call("z.union", options), nullable];
      return { code, metadata: { discriminator }, isOneOf: true };
    }
    const name = JSON.stringify(discriminator.propertyName);
    return { code: [call("z.discriminatedUnion", name, options), nullable] };
  },
};

/** Tries the branches: the first match if no two can match, else exactly one. */
function tried({ oneOf = [], discriminator }: SchemaKeywords, scope: SchemaScope): ZodParts {
  const isSure = areDisjoint(oneOf, scope) || areToldApart(oneOf, discriminator, scope);
  const code = call(isSure ? "z.union" : "z.xor", list(branches(oneOf, "oneOf", scope)));
  return { code, isOneOf: true };
}

/** Whether each branch requires a tag of its own, in any spelling. */
function areToldApart(
  options: readonly SchemaObject[],
  discriminator: DiscriminatorObject | undefined,
  scope: SchemaScope,
): boolean {
  if (discriminator === undefined) return false;
  const { propertyName } = discriminator;
  const named = new NamedSchemas(scope.context.schemas);
  const seen = new Set<unknown>();
  return options.every((option) => {
    const values = declaredValues(option, propertyName, named);
    if (values === undefined || !requires(option, propertyName, named)) return false;
    const isNew = values.every((value) => !seen.has(value));
    for (const value of values) seen.add(value);
    return isNew;
  });
}

function requires(schema: SchemaObject, name: string, named: NamedSchemas, depth = 0): boolean {
  if (typeof schema === "boolean" || depth > 20) return false;
  const target = schema.$ref === undefined ? undefined : named.lookUp(schema.$ref);
  const parts = [...(schema.allOf ?? []), ...(target === undefined ? [] : [target])];
  if (schema.required?.includes(name) === true) return true;
  return parts.some((part) => requires(part, name, named, depth + 1));
}

/** Several entries in `type`, such as `[string, integer]`, each with the keywords for its type. */
export const typesSchema: SchemaKind = {
  name: "a schema of several types",
  keywords: Object.values(typedKeywords).flat(),
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const isPlain = Object.keys(schema).every((keyword) => !isTypedKeyword(keyword));
    const options = typesOf(schema).map((type) => {
      const about = ["format", ...keywordsOfType(type)];
      const own = Object.entries(schema).filter(([keyword]) => about.includes(keyword));
      return scope.zod({ type, ...(isPlain ? {} : Object.fromEntries(own)) });
    });
    const code = call("z.union", list(options));
    return isPlain ? { code, metadata: { type: schema.type } } : { code };
  },
};

function branches(
  options: readonly SchemaObject[],
  keyword: string,
  scope: SchemaScope,
): readonly Code[] {
  if (options.length === 0) throw new SpecError(at(scope.pointer, keyword), "has no branches");
  return options.map((option, index) => {
    const code = scope.zod(option, keyword, index);
    if (!isReference(option) || !losesItsName(option, scope)) return code;
    return isLater(option, scope) ? code : call("z.lazy", ["() => ", code]);
  });
}

function isLater(option: SchemaObject, scope: SchemaScope): boolean {
  return isReference(option) && scope.isLater(schemaName(option.$ref, scope.pointer));
}

/**
 * The document generator flattens nested unions and takes null out of branches, and so loses the
 * name of a branch. Behind `z.lazy` it does neither.
 */
function losesItsName(option: SchemaObject, scope: SchemaScope): boolean {
  const target = scope.context.resolve<SchemaObject>(option, scope.pointer);
  if (typeof target === "boolean") return false;
  return (
    target.anyOf !== undefined ||
    target.oneOf !== undefined ||
    typesOf(target).length > 1 ||
    allowsNull(target)
  );
}

/** Whether no value can match two branches, because no two branches share a JSON type. */
function areDisjoint(options: readonly SchemaObject[], scope: SchemaScope): boolean {
  const seen = new Set<string>();
  for (const option of options) {
    const schema = scope.context.resolve<SchemaObject>(option, scope.pointer);
    if (typeof schema === "boolean" || schema.type === undefined) return false;
    const types = typeof schema.type === "string" ? [schema.type] : schema.type;
    for (const type of types.map((name) => (name === "integer" ? "number" : name))) {
      if (seen.has(type)) return false;
      seen.add(type);
    }
  }
  return true;
}

function isNull(schema: SchemaObject): boolean {
  return typeof schema === "object" && schema.type === "null";
}
