/** Writes a query parameter: `name=value`, or several pairs. */
export type QueryStyle = (name: string, value: unknown) => string;

/** Puts the values of the parameters into a path. */
export type PathStyle = (path: string, parameters: Readonly<Record<string, unknown>>) => string;

/** The parts of a URL. */
export interface UrlParts {
  /** `/models/{model_id}`. */
  readonly path: string;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: object | undefined;
  /** The styles of query parameters that are not exploded `form` (`list=1&list=2`). */
  readonly styles?: Readonly<Record<string, QueryStyle>> | undefined;
  /** The style of a path whose parameters are not all `simple`. */
  readonly pathStyle?: PathStyle | undefined;
}

/**
 * The URL of a request, after a base.
 *
 * Throws `TypeError` for a path parameter that would turn it into the URL of another operation.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-values
 */
export function urlOf(base: string, parts: UrlParts): string {
  const { path, parameters = {}, query = {}, styles, pathStyle = simplePath } = parts;
  for (const name in parameters) {
    if (/^\.{0,2}$/.test(textOf(parameters[name] ?? ""))) {
      throw new TypeError(`${name} must not be empty, . or ..`);
    }
  }
  const search = Object.entries(query)
    .map(([name, value]) => (styles?.[name] ?? form)(name, value))
    .filter(Boolean)
    .join("&");
  return base + pathStyle(path, parameters) + (search && `?${search}`);
}

/** The text of a value; dates as in JSON. */
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

/** Lets a program give a `Date` for the query members that are times. */
export type WithDates<Query, Name> = {
  [Member in keyof Query]: Member extends Name ? Query[Member] | Date : Query[Member];
};
