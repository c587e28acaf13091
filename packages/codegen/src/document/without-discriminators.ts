import type { OpenApiDocument } from "./openapi.ts";

/** Members whose values are data, not parts of the document. */
const dataMembers: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "value"]);

/** Members whose own members are names chosen by the author. */
const namingMembers: ReadonlySet<string> = new Set([
  "callbacks",
  "content",
  "encoding",
  "examples",
  "headers",
  "links",
  "mapping",
  "parameters",
  "pathItems",
  "paths",
  "properties",
  "requestBodies",
  "responses",
  "schemas",
  "securitySchemes",
  "variables",
  "webhooks",
]);

/**
 * A copy of a document in which no schema has a `discriminator`.
 *
 * openapi-typescript replaces the tag of each branch by schema names when it sees one, and makes
 * an optional tag required. Without it the branches' own one-value enums tell them apart.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#discriminator-object
 */
export function withoutDiscriminators(document: OpenApiDocument): OpenApiDocument {
  return copy(document, false) as OpenApiDocument;
}

function copy(value: unknown, holdsNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => copy(item, false));
  if (typeof value !== "object" || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (holdsNames) entries.push([name, copy(member, false)]);
    else if (name === "discriminator") continue;
    else if (dataMembers.has(name) || name.startsWith("x-")) entries.push([name, member]);
    else entries.push([name, copy(member, namingMembers.has(name))]);
  }
  return Object.fromEntries(entries);
}
