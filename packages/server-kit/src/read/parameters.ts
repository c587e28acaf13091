import { parse as parseCookies } from "hono/utils/cookie";
import { InvalidRequest, type Issue } from "../errors.ts";
import type { OperationSpec, ParameterSpec } from "../operation.ts";
import { keepRawText } from "../raw-json.ts";
import { issuesOf } from "../validate/issues.ts";
import { LazySchema } from "../validate/schema.ts";
import { asBoolean, asJson, asNumber, coerce } from "./coerce.ts";
import { fitsInt64, int64Issue } from "./int64.ts";
import type { Nested } from "./nested.ts";
import { queryTexts, type Query, simpleTexts } from "./parameter-styles.ts";
import { pairsOf } from "./search.ts";

type Values = Record<string, unknown>;

/** The parameters of a request by location, with the types of the spec. */
export interface RequestParameters {
  readonly path: Readonly<Values>;
  readonly query: Readonly<Values>;
  readonly header: Readonly<Values>;
  readonly cookie: Readonly<Values>;
}

/** Where a request keeps its parameters. Path segments are already percent-decoded. */
export interface ParameterSource {
  path(name: string): string | undefined;
  /** The part of the URL after `?`. */
  readonly search: string;
  readonly headers: Headers;
}

/** The parameters of an operation that has none. */
export const noParameters: RequestParameters = { path: {}, query: {}, header: {}, cookie: {} };

/** Reads and validates the parameters of one operation. */
export class ParameterReader {
  readonly #parameters: readonly { spec: ParameterSpec; schema: LazySchema }[];
  readonly #queryNames: ReadonlySet<string>;

  constructor(operation: Pick<OperationSpec, "parameters">) {
    this.#parameters = operation.parameters.map((spec) => ({
      spec,
      schema: new LazySchema(spec.schema),
    }));
    const inQuery = operation.parameters.filter((spec) => spec.in === "query");
    this.#queryNames = new Set(inQuery.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  }

  get isEmpty(): boolean {
    return this.#parameters.length === 0;
  }

  /** Throws `InvalidRequest` naming every parameter that is missing or wrong. */
  read(source: ParameterSource): RequestParameters {
    const sources = this.#sources(source);
    const values = {
      path: {} as Values,
      query: {} as Values,
      header: {} as Values,
      cookie: {} as Values,
    };
    const issues: Issue[] = [];
    for (const { spec, schema } of this.#parameters) {
      const texts = textsOf(spec, sources);
      if (texts === undefined) {
        if (spec.required) issues.push(missing(spec));
        continue;
      }
      const value = valueOf(spec, texts);
      const found = issuesIn(spec, schema, value, texts);
      if (found.length > 0) issues.push(...found);
      else values[spec.in][spec.name] = value;
      if (spec.int64) keepRawText(values[spec.in], spec.name, texts.texts.at(-1) ?? "");
    }
    if (issues.length > 0) throw new InvalidRequest(issues);
    return values;
  }

  #sources(source: ParameterSource): Sources {
    const { headers, search } = source;
    let query: Query | undefined;
    let cookies: Readonly<Record<string, string>> | undefined;
    return {
      given: {
        path: (name) => source.path(name),
        header: (name) => headers.get(name) ?? undefined,
        cookie(name) {
          cookies ??= parseCookies(headers.get("cookie") ?? "");
          return Object.hasOwn(cookies, name) ? cookies[name] : undefined;
        },
      },
      query: () => (query ??= { pairs: [...pairsOf(search)], names: this.#queryNames }),
    };
  }
}

function issuesIn(
  spec: ParameterSpec,
  schema: LazySchema,
  value: unknown,
  texts: Nested,
): readonly Issue[] {
  const error = schema.check(value);
  if (error) return issuesOf(error, value, spec.in).map((issue) => named(issue, spec));
  const text = texts.texts.at(-1) ?? "";
  return spec.int64 && !fitsInt64(text) ? [int64Issue([spec.in, spec.name], text)] : [];
}

interface Sources {
  readonly given: Readonly<
    Record<Exclude<ParameterSpec["in"], "query">, (name: string) => string | undefined>
  >;
  query(): Query;
}

/** The texts of a parameter; `undefined` if it was not given. */
function textsOf(spec: ParameterSpec, sources: Sources): Nested | undefined {
  if (spec.in === "query") return queryTexts(spec, sources.query());
  const text = sources.given[spec.in](spec.name);
  return text === undefined ? undefined : simpleTexts(spec, text);
}

/** Scalars are read by the kind in the operation table, other values by the schema. */
function valueOf({ kind, schema }: ParameterSpec, texts: Nested): unknown {
  const isScalar = texts.members.size === 0;
  const text = texts.texts.at(-1) ?? "";
  switch (kind) {
    case "number":
    case "integer":
      return isScalar ? asNumber(text) : coerce(undefined, texts);
    case "boolean":
      return isScalar ? asBoolean(text) : coerce(undefined, texts);
    case "string":
      return isScalar ? text : coerce(undefined, texts);
    case "json":
      return asJson(text);
    default:
      return coerce(schema, texts);
  }
}

function missing(spec: ParameterSpec): Issue {
  return { loc: [spec.in, spec.name], msg: "Field required", type: "missing" };
}

function named(issue: Issue, spec: ParameterSpec): Issue {
  const [where = spec.in, ...inside] = issue.loc;
  return { ...issue, loc: [where, spec.name, ...inside] };
}
