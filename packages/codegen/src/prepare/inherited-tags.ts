import type {
  DiscriminatorObject,
  Named,
  SchemaKeywords,
  SchemaObject,
} from "../document/openapi.ts";
import { declaredValues, mappedValues, nameOf, NamedSchemas, refTo } from "./tag-values.ts";
import { tagSchema } from "./tagged-branches.ts";

/**
 * Gives each schema that extends a base with a discriminator its tags: `Cat`, which is `allOf:
 * [Pet, …]`, has the tag `cat` or, if other schemas extend it, one of their tags. The base itself
 * may have any tag.
 *
 * A base that lists its extensions in a `oneOf` would contain itself. Its extensions extend the
 * rest of the base instead, under the name `<Base>Base`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#models-with-polymorphism-support
 */
export function inheritedTags(schemas: Named<SchemaObject>): Named<SchemaObject> {
  const named = new NamedSchemas(schemas);
  const extensions = extensionsOf(schemas);
  const result: Record<string, SchemaObject> = { ...schemas };
  for (const [name, schema] of Object.entries(schemas)) {
    if (typeof schema === "boolean") continue;
    const { discriminator } = schema;
    const children = extensions.get(name) ?? [];
    if (discriminator === undefined || children.length === 0) continue;
    const base = listsItsExtensions(schema, name, schemas) ? baseOf(name, schema, result) : name;
    if (base !== name) {
      for (const child of children) result[child] = withBase(result[child], name, base);
    }
    const lineage = new Set([name, ...descendantsOf(name, extensions)]);
    for (const child of lineage) {
      if (child === name) continue;
      const values = tagsOf(child, discriminator, extensions, []);
      result[child] = withTag(result[child], { name, lineage, discriminator, values, named });
    }
  }
  return result;
}

/** For each name, the schemas that refer to it in their `allOf`. */
function extensionsOf(schemas: Named<SchemaObject>): ReadonlyMap<string, readonly string[]> {
  const extensions = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(schemas)) {
    if (typeof schema === "boolean") continue;
    for (const part of schema.allOf ?? []) {
      const ref = typeof part === "boolean" ? undefined : part.$ref;
      const base = ref === undefined ? undefined : nameOf(ref);
      if (base === undefined) continue;
      const known = extensions.get(base);
      if (known === undefined) extensions.set(base, [name]);
      else known.push(name);
    }
  }
  return extensions;
}

function descendantsOf(
  name: string,
  extensions: ReadonlyMap<string, readonly string[]>,
  found: Set<string> = new Set(),
): ReadonlySet<string> {
  for (const child of extensions.get(name) ?? []) {
    if (found.has(child)) continue;
    found.add(child);
    descendantsOf(child, extensions, found);
  }
  return found;
}

/** The tags of a schema and of all schemas that extend it. */
function tagsOf(
  name: string,
  discriminator: DiscriminatorObject,
  extensions: ReadonlyMap<string, readonly string[]>,
  open: readonly string[],
): readonly string[] {
  if (open.includes(name)) return [];
  const below = (extensions.get(name) ?? []).flatMap((child) =>
    tagsOf(child, discriminator, extensions, [...open, name]),
  );
  return [...new Set([...mappedValues(discriminator, name), ...below])];
}

interface Tagging {
  /** The name of the base. */
  readonly name: string;
  /** The base and all schemas that extend it. */
  readonly lineage: ReadonlySet<string>;
  readonly discriminator: DiscriminatorObject;
  readonly values: readonly string[];
  readonly named: NamedSchemas;
}

function withTag(schema: SchemaObject | undefined, tagging: Tagging): SchemaObject {
  if (typeof schema !== "object") return schema ?? true;
  const { name, lineage, discriminator, values, named } = tagging;
  const { propertyName } = discriminator;
  const isInherited = (part: SchemaObject): boolean =>
    typeof part === "object" && part.$ref !== undefined && lineage.has(nameOf(part.$ref) ?? "");
  const own = { ...schema, allOf: (schema.allOf ?? []).filter((part) => !isInherited(part)) };
  if (declaredValues(own, propertyName, named) !== undefined) return schema;
  // If the base lists its tags without this one, its mapping is not known.
  const allowed = declaredValues({ $ref: refTo(name) }, propertyName, named);
  if (allowed !== undefined && !values.every((value) => allowed.includes(value))) return schema;
  return { ...schema, allOf: [...(schema.allOf ?? []), tagSchema(propertyName, values)] };
}

function listsItsExtensions(
  schema: SchemaKeywords,
  name: string,
  schemas: Named<SchemaObject>,
): boolean {
  return [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].some((branch) => {
    const child =
      typeof branch === "object" && branch.$ref !== undefined ? nameOf(branch.$ref) : undefined;
    const target = child === undefined ? undefined : schemas[child];
    const parts = typeof target === "object" ? (target.allOf ?? []) : [];
    return parts.some((part) => typeof part === "object" && part.$ref === refTo(name));
  });
}

/** Names the rest of a base, without the list of its extensions. */
function baseOf(
  name: string,
  schema: SchemaKeywords,
  result: Record<string, SchemaObject>,
): string {
  const { oneOf: _oneOf, anyOf: _anyOf, discriminator: _discriminator, ...own } = schema;
  let base = `${name}Base`;
  for (let count = 2; Object.hasOwn(result, base); count++) base = `${name}Base${count}`;
  result[base] = own;
  return base;
}

function withBase(schema: SchemaObject | undefined, from: string, to: string): SchemaObject {
  if (typeof schema !== "object") return schema ?? true;
  const allOf = (schema.allOf ?? []).map((part) =>
    typeof part === "object" && part.$ref === refTo(from) ? { ...part, $ref: refTo(to) } : part,
  );
  return { ...schema, allOf };
}
