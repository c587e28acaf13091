import { createQuerySerializer } from "openapi-fetch";

/** Writes a query parameter: `name=value`, or several pairs. */
export type QueryStyle = (name: string, value: unknown) => string;

/** Puts the values of the parameters into a path. */
export type PathStyle = (path: string, parameters: Readonly<Record<string, unknown>>) => string;

/**
 * Path parameters as openapi-fetch takes them.
 *
 * Throws `TypeError` for a value that would turn the path into the path of another operation.
 */
export function pathOf(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  for (const [name, value] of Object.entries(parameters)) {
    if (/^\.{0,2}$/.test(textOf(value ?? ""))) {
      throw new TypeError(`${name} must not be empty, . or ..`);
    }
  }
  return plain(parameters) as Record<string, unknown>;
}

/** openapi-fetch writes objects as deep ones by default; OpenAPI writes their members side by side. */
const form = createQuerySerializer<Record<string, unknown>>({
  object: { style: "form", explode: true },
});

/**
 * Writes a query, each parameter in its style, `form` by default.
 *
 * openapi-fetch does not encode names, loses dates, and writes a list with holes wrong, so it gets
 * encoded names and plain values.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-values
 */
export function queryOf(query: object, styles: Readonly<Record<string, QueryStyle>> = {}): string {
  return Object.entries(query)
    .map(([name, value]) =>
      Object.hasOwn(styles, name)
        ? (styles[name] as QueryStyle)(name, value)
        : form(encodedNames({ [name]: plain(value) })),
    )
    .filter(Boolean)
    .join("&");
}

/** Turns dates into text and `bigint` into digits, and leaves out members and items without a value. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(hasValue).map(plain);
  if (value instanceof Date || typeof value === "bigint") return textOf(value);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => hasValue(member));
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
}

/** The text of a value; dates as in JSON. */
export function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function encodedNames(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      encodeURIComponent(name),
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? encodedNames(value)
        : value,
    ]),
  );
}

/** Lets a program give a `Date` for the query members that are times. */
export type WithDates<Query, Name> = {
  [Member in keyof Query]: Member extends Name ? Query[Member] | Date : Query[Member];
};
