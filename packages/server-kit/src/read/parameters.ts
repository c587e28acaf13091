import { parse as parseCookies } from "hono/utils/cookie";
import { InvalidRequest, type Issue } from "../errors.ts";
import type { OperationSpec, ParameterSpec } from "../operation.ts";
import { issuesOf } from "../validate/issues.ts";
import { LazySchema } from "../validate/schema.ts";
import { asBoolean, asNumber, coerceTo, isArray, itemsOf, memberOf } from "./coerce.ts";

type Values = Record<string, unknown>;

/** The parameters of a request by where they stood, read as what the spec says they are. */
export interface RequestParameters {
  readonly path: Readonly<Values>;
  readonly query: Readonly<Values>;
  readonly header: Readonly<Values>;
  readonly cookie: Readonly<Values>;
}

/** Where a request keeps its parameters. Path segments come percent-decoded. */
export interface ParameterSource {
  path(name: string): string | undefined;
  /** The part of the URL after `?`. */
  readonly search: string;
  readonly headers: Headers;
}

const none: RequestParameters = { path: {}, query: {}, header: {}, cookie: {} };

/** Reads and validates the parameters of one operation. */
export class ParameterReader {
  readonly #parameters: readonly { spec: ParameterSpec; schema: LazySchema }[];

  constructor(operation: OperationSpec) {
    this.#parameters = operation.parameters.map((spec) => ({
      spec,
      schema: new LazySchema(spec.schema),
    }));
  }

  /** Throws `InvalidRequest` naming every parameter that is missing or wrong. */
  read(source: ParameterSource): RequestParameters {
    if (this.#parameters.length === 0) return none;
    const texts = textsOf(source);
    const values = {
      path: {} as Values,
      query: {} as Values,
      header: {} as Values,
      cookie: {} as Values,
    };
    const issues: Issue[] = [];
    for (const { spec, schema } of this.#parameters) {
      const value = readParameter(spec, texts[spec.in](spec.name), texts);
      if (value === undefined) {
        if (spec.required) issues.push(missing(spec));
        continue;
      }
      const error = schema.check(value);
      if (error) issues.push(...issuesOf(error, value, spec.in).map((issue) => named(issue, spec)));
      else values[spec.in][spec.name] = value;
    }
    if (issues.length > 0) throw new InvalidRequest(issues);
    return values;
  }
}

type Texts = Readonly<Record<ParameterSpec["in"], (name: string) => readonly string[]>> & {
  /** All of the query, in order. */
  readonly pairs: URLSearchParams;
};

function textsOf(source: ParameterSource): Texts {
  const pairs = new URLSearchParams(source.search);
  const cookies = parseCookies(source.headers.get("cookie") ?? "");
  return {
    pairs,
    path: (name) => present(source.path(name)),
    query: (name) => pairs.getAll(name),
    header: (name) => present(source.headers.get(name)),
    cookie: (name) => present(Object.hasOwn(cookies, name) ? cookies[name] : undefined),
  };
}

function present(text: string | null | undefined): readonly string[] {
  return text === null || text === undefined ? [] : [text];
}

function readParameter(spec: ParameterSpec, given: readonly string[], texts: Texts): unknown {
  if (spec.kind === "object") {
    return spec.style === "deepObject"
      ? deepObject(spec, texts.pairs)
      : listedObject(spec, given.at(-1));
  }
  const last = given.at(-1);
  if (last === undefined) return undefined;
  switch (spec.kind) {
    case "array":
      return items(spec, given).map((text) => coerceTo(itemsOf(spec.schema), text));
    case "number":
    case "integer":
      return asNumber(last);
    case "boolean":
      return asBoolean(last);
    default:
      return last;
  }
}

const separators: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

/** `a=1&a=2` where the array is exploded (the default of queries), else one text with separators. */
function items(spec: ParameterSpec, given: readonly string[]): readonly string[] {
  if (spec.in === "query" && spec.explode !== false) return given;
  const separator = separators[spec.style ?? ""] ?? ",";
  return given.flatMap((text) => (text === "" ? [] : text.split(separator).map((t) => t.trim())));
}

/** `a,1,b,2`, or `a=1,b=2` where the object is exploded. */
function listedObject(spec: ParameterSpec, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const listed = text.split(",");
  const pairs = spec.explode
    ? listed.map((pair) => pair.split("=", 2))
    : listed.flatMap((name, i) => (i % 2 === 0 ? [[name, listed[i + 1]]] : []));
  return record(
    pairs.map(([name = "", value = ""]) => [name, coerceTo(memberOf(spec.schema, name), value)]),
  );
}

/** `filter[state]=done&filter[tag]=a&filter[tag]=b`; one level, as OpenAPI defines it. */
function deepObject(spec: ParameterSpec, pairs: URLSearchParams): unknown {
  const prefix = `${spec.name}[`;
  const given = new Map<string, string[]>();
  for (const [key, value] of pairs) {
    if (!key.startsWith(prefix) || !key.endsWith("]")) continue;
    const name = key.slice(prefix.length, -1).replace(/\]\[$/, "");
    const values = given.get(name);
    if (values) values.push(value);
    else given.set(name, [value]);
  }
  if (given.size === 0) return undefined;
  return record(
    [...given].map(([name, values]) => {
      const schema = memberOf(spec.schema, name);
      const value = isArray(schema)
        ? values.map((text) => coerceTo(schema && itemsOf(schema), text))
        : coerceTo(schema, values.at(-1) ?? "");
      return [name, value];
    }),
  );
}

/** `Object.fromEntries` defines members, so that a name like `__proto__` is only a name. */
function record(entries: readonly (readonly [string, unknown])[]): Values {
  return Object.fromEntries(entries);
}

function missing(spec: ParameterSpec): Issue {
  return { loc: [spec.in, spec.name], msg: "Field required", type: "missing" };
}

function named(issue: Issue, spec: ParameterSpec): Issue {
  const [where = spec.in, ...inside] = issue.loc;
  return { ...issue, loc: [where, spec.name, ...inside] };
}
