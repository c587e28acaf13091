import { resolve, type Document } from "../spec/document.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * A document without differences that have no meaning.
 *
 * The kit's emitter inlines parameters, responses and headers, writes a constant as an enum of one
 * value, an unconstrained schema as `{}`, an open object as `additionalProperties: {}`, what is
 * empty as an empty object and what stands beside a `$ref` under `allOf`, and keeps no descriptions
 * inside schemas. This function removes exactly these differences; any other changes the contract.
 */
export function canonicalDocument(document: Document): unknown {
  const { components, webhooks = {}, ...rest } = document as Document & Members;
  return {
    ...(levelled(document, rest) as Members),
    webhooks,
    schemas: mapMembers(components.schemas, (schema) => schemaOf(schema)),
    securitySchemes: sorted(components["securitySchemes"] ?? {}),
  };
}

function levelled(document: Document, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => levelled(document, item));
  if (!isObject(value)) return value;
  if (typeof value["$ref"] === "string") {
    return levelled(document, resolve(document, value as { $ref: string }));
  }
  return mapMembers(value, (member, key) => {
    if (key === "schema") return schemaOf(member);
    return key === "example" || key === "examples" ? member : levelled(document, member);
  });
}

function schemaOf(value: unknown): unknown {
  if (value === true) return {};
  if (!isObject(value)) return value;
  const { description: _, title: __, $ref, allOf, ...rest } = value;
  const parts = [
    ...(typeof $ref === "string" ? [{ $ref }] : []),
    ...(Array.isArray(allOf) ? allOf.map(schemaOf) : []),
  ];
  const own = mapMembers(rest, keyword);
  const open = { ...own };
  for (const key of ["additionalProperties", "properties"]) {
    if (isObject(open[key]) && isEmpty(open[key])) delete open[key];
  }
  if ("const" in open) {
    open["enum"] = [open["const"]];
    delete open["const"];
  }
  return parts.length === 0 ? sorted(open) : sorted(Object.assign({}, ...parts, open) as Members);
}

function keyword(value: unknown, key: string): unknown {
  switch (key) {
    case "properties":
      return isObject(value) ? mapMembers(value, schemaOf) : value;
    case "items":
    case "additionalProperties":
      return schemaOf(value);
    case "anyOf":
    case "oneOf":
    case "prefixItems":
      return Array.isArray(value) ? value.map(schemaOf) : value;
    default:
      return value;
  }
}

function mapMembers(value: Members, change: (member: unknown, key: string) => unknown): Members {
  return sorted(
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)])),
  );
}

function sorted(value: Members): Members {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: Members): boolean {
  return Object.keys(value).length === 0;
}
