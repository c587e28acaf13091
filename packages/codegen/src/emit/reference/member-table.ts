import { isReference } from "../../document/is-reference.ts";
import type { SchemaKeywords, SchemaObject } from "../../document/openapi.ts";
import { table, code } from "./markdown.ts";
import type { Links } from "./links.ts";
import { limitsOf, readableType } from "./readable-type.ts";

/**
 * The members of a schema; members of inline objects follow as `filter.ids` and `batch[].id`. Named
 * schemas are linked and not repeated. Empty for a schema without members.
 */
export function memberTable(schema: SchemaObject, links: Links): readonly string[] {
  const rows = membersOf(schema, "", links);
  return table(["member", "type", "required", ""], rows);
}

/** The other facts of a schema: its limits, its parts, whether it is open. */
export function schemaNotes(schema: SchemaObject): readonly string[] {
  if (typeof schema === "boolean" || isReference(schema)) return [];
  const { additionalProperties, discriminator } = schema;
  return [
    ...limitsOf(schema),
    ...(additionalProperties === false ? ["no other members"] : []),
    ...(discriminator ? [`told apart by ${code(discriminator.propertyName)}`] : []),
  ];
}

function membersOf(schema: SchemaObject, prefix: string, links: Links): string[][] {
  if (typeof schema === "boolean" || isReference(schema)) return [];
  const required = new Set(schema.required);
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix + name;
    const row = [
      code(path),
      readableType(property, links),
      required.has(name) ? "yes" : "",
      describe(property),
    ];
    return [row, ...below(property, path, links)];
  });
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [...own, ...parts.flatMap((part) => membersOf(part, prefix, links))];
}

/** The members of the object, the items or the values inside an inline schema. */
function below(schema: SchemaObject, path: string, links: Links): string[][] {
  if (typeof schema === "boolean" || isReference(schema)) return [];
  const { items, prefixItems, additionalProperties } = schema;
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...membersOf(own(schema), `${path}.`, links),
    ...(items === undefined ? [] : below(items, `${path}[]`, links)),
    ...(prefixItems ?? []).flatMap((item, index) => below(item, `${path}[${index}]`, links)),
    ...(additionalProperties === undefined
      ? []
      : below(additionalProperties, `${path}.<name>`, links)),
    ...branches.flatMap((branch) => below(branch, path, links)),
  ];
}

/** The schema without its branches, which are visited one by one. */
function own({ properties, required }: SchemaKeywords): SchemaKeywords {
  return { ...(properties && { properties }), ...(required && { required }) };
}

function describe(schema: SchemaObject): string {
  if (typeof schema === "boolean") return "";
  const { description, deprecated, readOnly, writeOnly } = schema;
  const text = typeof description === "string" ? description.trim() : "";
  const notes = [
    ...limitsOf(schema),
    ...(schema["x-raw-json"] === true ? ["JSON kept as it was sent"] : []),
    ...(readOnly === true ? ["only in answers"] : []),
    ...(writeOnly === true ? ["only in requests"] : []),
    ...(deprecated === true ? ["deprecated"] : []),
  ];
  if (notes.length === 0) return text;
  const listed = notes.join("; ");
  const sentence = `${listed.charAt(0).toUpperCase()}${listed.slice(1)}.`;
  return text === "" ? sentence : `${text} ${sentence}`;
}
