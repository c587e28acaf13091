import { isReference } from "../document/is-reference.ts";
import type { Named, OpenApiDocument, SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { rewrite } from "./rewrite.ts";
import type { DocumentObject, Rewriting } from "./rewrite.ts";
import { nameOf, NamedSchemas, refTo } from "./tag-values.ts";

/**
 * A document in which a request does not require `readOnly` properties, and a response does not
 * require `writeOnly` properties. A schema that differs between the two sides gets a second name
 * for requests, `<Name>Input`.
 *
 * @see https://spec.openapis.org/oas/v3.0.3.html#fixed-fields-19 "required … on the response only"
 */
export function withViews(document: OpenApiDocument): OpenApiDocument {
  const schemas = document.components?.schemas ?? {};
  const named = new NamedSchemas(schemas);
  const isDifferent = (schema: SchemaKeywords): boolean =>
    marked(schema, "readOnly", named).length > 0 || marked(schema, "writeOnly", named).length > 0;
  const different = affectedBy(schemas, isDifferent);
  const hasInline = different.size > 0 || holdsInline(document, isDifferent);
  if (!hasInline) return document;
  const inputs = new Map<string, string>();
  const taken = new Set(Object.keys(schemas));
  for (const name of different) {
    let input = `${name}Input`;
    for (let count = 2; taken.has(input); count++) input = `${name}Input${count}`;
    taken.add(input);
    inputs.set(name, input);
  }
  const request = viewOf("readOnly", named, inputs);
  const response = viewOf("writeOnly", named, new Map());
  const changed = rewrite(document, "document", "#", (object, kind, pointer) => {
    if (kind === "requestBody") return rewrite(object, kind, pointer, request);
    return kind === "schema" && !isInRequest(pointer) ? response(object, kind, pointer) : object;
  });
  const all: Record<string, SchemaObject> = { ...changed.components?.schemas };
  for (const [name, input] of inputs) {
    const schema = schemas[name];
    if (schema !== undefined) all[input] = rewrite(schema, "schema", refTo(input), request);
  }
  return { ...changed, components: { ...changed.components, schemas: all } };
}

function isInRequest(pointer: string): boolean {
  return /^#\/(?:(?:paths|webhooks)\/[^/]+\/[^/]+\/requestBody|components\/requestBodies)\//.test(
    pointer,
  );
}

/** Schemas whose marked properties are not required; references lead to the same view. */
function viewOf(
  mark: "readOnly" | "writeOnly",
  named: NamedSchemas,
  names: ReadonlyMap<string, string>,
): Rewriting {
  return (object, kind) => {
    if (kind === "discriminator") return withMapping(object, names);
    if (kind !== "schema") return object;
    const renamed = isReference(object) ? names.get(nameOf(object.$ref) ?? "") : undefined;
    const schema = renamed === undefined ? object : { ...object, $ref: refTo(renamed) };
    const optional = marked(object, mark, named);
    if (optional.length === 0) return schema;
    const required = ((object as SchemaKeywords).required ?? []).filter(
      (name) => !optional.includes(name),
    );
    return { ...schema, required };
  };
}

function withMapping(object: DocumentObject, names: ReadonlyMap<string, string>): DocumentObject {
  const { mapping } = object as { readonly mapping?: Named<string> };
  if (mapping === undefined) return object;
  const entries = Object.entries(mapping).map(([value, target]) => {
    const input = names.get(nameOf(target) ?? target);
    return [value, input === undefined ? target : refTo(input)];
  });
  return { ...object, mapping: Object.fromEntries(entries) as Named<string> };
}

/** The required properties of a schema that have a mark, or refer to a schema with it. */
function marked(
  schema: SchemaKeywords,
  mark: "readOnly" | "writeOnly",
  named: NamedSchemas,
): readonly string[] {
  const { properties = {}, required } = schema;
  if (!Array.isArray(required)) return [];
  return (required as readonly string[]).filter((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (typeof property !== "object") return false;
    if (property[mark] === true) return true;
    const target = property.$ref === undefined ? undefined : named.lookUp(property.$ref);
    return typeof target === "object" && target[mark] === true;
  });
}

/** Named schemas that contain such a schema, or refer to one that does. */
function affectedBy(
  schemas: Named<SchemaObject>,
  isWanted: (schema: SchemaKeywords) => boolean,
): ReadonlySet<string> {
  const affected = new Set<string>();
  const users = new Map<string, string[]>();
  const add = (name: string): void => {
    if (affected.has(name)) return;
    affected.add(name);
    for (const user of users.get(name) ?? []) add(user);
  };
  const direct: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    rewrite(schema, "schema", refTo(name), (object, kind) => {
      if (kind !== "schema") return object;
      if (isWanted(object)) direct.push(name);
      const used = isReference(object) ? nameOf(object.$ref) : undefined;
      if (used !== undefined) users.set(used, [...(users.get(used) ?? []), name]);
      return object;
    });
  }
  for (const name of direct) add(name);
  return affected;
}

function holdsInline(
  document: OpenApiDocument,
  isWanted: (schema: SchemaKeywords) => boolean,
): boolean {
  let isFound = false;
  rewrite(document, "document", "#", (object, kind) => {
    isFound ||= kind === "schema" && isWanted(object);
    return object;
  });
  return isFound;
}
