import { isReference } from "../document/is-reference.ts";
import type { DiscriminatorObject, Named, SchemaObject } from "../document/openapi.ts";
import { at, members } from "../document/pointer.ts";

/** The named schemas of a document, by name and by reference. */
export class NamedSchemas {
  readonly schemas: Named<SchemaObject>;

  constructor(schemas: Named<SchemaObject>) {
    this.schemas = schemas;
  }

  /** The direct target of a reference, or `undefined` if it is not a named schema. */
  lookUp(ref: string): SchemaObject | undefined {
    const name = nameOf(ref);
    return name !== undefined && Object.hasOwn(this.schemas, name) ? this.schemas[name] : undefined;
  }
}

/** The name in `#/components/schemas/<name>`. */
export function nameOf(ref: string): string | undefined {
  if (!ref.startsWith("#/components/schemas/")) return undefined;
  const [, , name, ...more] = members(ref);
  return more.length === 0 ? name : undefined;
}

/** A reference to a named schema. */
export function refTo(name: string): string {
  return at("#/components/schemas", name);
}

/**
 * The values with which a discriminator leads to a named schema: the values in its mapping, or else
 * the schema's own name.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#discriminator-object
 */
export function mappedValues(
  { mapping = {} }: DiscriminatorObject,
  name: string,
): readonly string[] {
  const values = Object.entries(mapping)
    .filter(([, target]) => target === name || nameOf(target) === name)
    .map(([value]) => value);
  return values.length > 0 ? values : [name];
}

/**
 * The values that a schema allows for its tag; `undefined` if it allows any text, or has no tag.
 */
export function declaredValues(
  schema: SchemaObject,
  property: string,
  named: NamedSchemas,
  open: readonly string[] = [],
): readonly unknown[] | undefined {
  if (typeof schema === "boolean") return undefined;
  const { $ref, properties, allOf = [], anyOf, oneOf } = schema;
  if ($ref !== undefined && !open.includes($ref)) {
    const target = named.lookUp($ref);
    const found =
      target === undefined ? undefined : declaredValues(target, property, named, [...open, $ref]);
    if (found !== undefined) return found;
  }
  const own = properties === undefined ? undefined : properties[property];
  const ownValues = own === undefined ? undefined : valuesOf(own, named);
  if (ownValues !== undefined) return ownValues;
  for (const part of allOf) {
    const found = declaredValues(part, property, named, open);
    if (found !== undefined) return found;
  }
  const branches = anyOf ?? oneOf;
  const all = branches?.map((branch) => declaredValues(branch, property, named, open));
  return all?.every((values) => values !== undefined) === true ? all.flat() : undefined;
}

function valuesOf(
  schema: SchemaObject,
  named: NamedSchemas,
  open: readonly string[] = [],
): readonly unknown[] | undefined {
  if (typeof schema === "boolean") return undefined;
  if (schema.const !== undefined) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum as readonly unknown[];
  if (schema.type === "null") return [null];
  const branches = (schema.anyOf ?? schema.oneOf)?.map((branch) => valuesOf(branch, named, open));
  if (branches?.every((values) => values !== undefined) === true) return branches.flat();
  const parts: SchemaObject[] = [...(schema.allOf ?? [])];
  if (isReference(schema) && !open.includes(schema.$ref)) {
    parts.push(named.lookUp(schema.$ref) ?? true);
    return firstOf(parts, named, [...open, schema.$ref]);
  }
  return firstOf(parts, named, open);
}

function firstOf(
  parts: readonly SchemaObject[],
  named: NamedSchemas,
  open: readonly string[],
): readonly unknown[] | undefined {
  for (const part of parts) {
    const values = valuesOf(part, named, open);
    if (values !== undefined) return values;
  }
  return undefined;
}
