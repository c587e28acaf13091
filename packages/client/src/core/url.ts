/** Writes a query parameter: `name=value`, or several of them. */
export type QueryStyle = (name: string, value: unknown) => string;

/** Puts the values of its parameters into a path. */
export type PathStyle = (path: string, parameters: Readonly<Record<string, unknown>>) => string;

/** What a URL is put together from. */
export interface UrlParts {
  /** `/models/{model_id}`. */
  readonly path: string;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: object | undefined;
  /** Of query parameters that are not `form`, exploded: `list=1&list=2`. */
  readonly styles?: Readonly<Record<string, QueryStyle>> | undefined;
  /** Where a path parameter is not `simple`. */
  readonly pathStyle?: PathStyle | undefined;
}

/**
 * The URL of a request, behind a base.
 *
 * Throws `TypeError` for a path parameter that would make it the URL of another operation.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-values
 */
export function urlOf(base: string, parts: UrlParts): string {
  const { path, parameters = {}, query = {}, styles, pathStyle = simplePath } = parts;
  for (const name in parameters) {
    if (/^\.{0,2}$/.test(textOf(parameters[name] ?? ""))) {
      throw new TypeError(`${name} has no value for the path`);
    }
  }
  const search = Object.entries(query)
    .map(([name, value]) => (styles?.[name] ?? form)(name, value))
    .filter(Boolean)
    .join("&");
  return base + pathStyle(path, parameters) + (search && `?${search}`);
}

/** Dates as in JSON. */
export function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

const simplePath: PathStyle = (path, parameters) =>
  path.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    [parameters[name]].flat().map(encoded).join(","),
  );

const form: QueryStyle = (name, value) => {
  const isMany = typeof value === "object" && value !== null && !(value instanceof Date);
  if (!isMany)
    return value === undefined || value === null ? "" : `${encoded(name)}=${encoded(value)}`;
  return Object.entries(value)
    .map(([key, item]) => form(Array.isArray(value) ? name : key, item))
    .filter(Boolean)
    .join("&");
};

function encoded(value: unknown): string {
  return encodeURIComponent(textOf(value));
}

/** A query in which some members are times: a `Date` will do. */
export type WithDates<Query, Name> = {
  [Member in keyof Query]: Member extends Name ? Query[Member] | Date : Query[Member];
};
