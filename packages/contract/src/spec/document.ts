/** The part of a JSON Schema (2020-12, as in OpenAPI 3.1) that the suites read. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly uniqueItems?: boolean;
  readonly pattern?: string;
  readonly format?: string;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly "x-raw-json"?: unknown;
}

/** An object with examples: a media type, a parameter, a header. */
export interface Exemplified {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<
    Record<string, { readonly value?: unknown; readonly $ref?: string }>
  >;
}

export interface MediaType extends Exemplified {
  readonly "x-stream-end"?: string;
}

export interface Header extends Exemplified {
  readonly $ref?: string;
  readonly required?: boolean;
}

export interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Parameter extends Exemplified {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
}

export interface RequestBody {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response>>;
  readonly "x-access": string;
  readonly "x-project"?: unknown;
  readonly "x-compat"?: string | { readonly of?: string; readonly why: string };
  readonly "x-idempotent"?: boolean;
}

export interface Document {
  readonly openapi: string;
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly [kind: string]: Readonly<Record<string, unknown>>;
  };
}

/** An operation with the place where it stands in the document. */
export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const methods = new Set(["get", "put", "post", "delete", "patch", "head", "options", "trace"]);

/** Every operation of a document, in its order, with the parameters that its path shares. */
export function operationsOf(document: Document): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, value]) => {
        const own = value as Operation;
        const parameters = mergedParameters(document, item["parameters"], own.parameters);
        const { requestBody } = own;
        const operation: Operation = {
          ...own,
          parameters,
          ...(requestBody === undefined ? {} : { requestBody: resolve(document, requestBody) }),
        };
        return { method, path, operation };
      }),
  );
}

/**
 * The parameters of a path and of its operation, whose own take precedence; references resolved.
 */
function mergedParameters(
  document: Document,
  shared: unknown,
  own: readonly Parameter[] = [],
): Parameter[] {
  const all = [...((shared as readonly Parameter[] | undefined) ?? []), ...own].map((one) =>
    resolve(document, one),
  );
  return [...new Map(all.map((one) => [`${one.in} ${one.name}`, one])).values()];
}

/** The target of a local reference (`#/components/…`); any other value is returned unchanged. */
export function resolve<T extends { readonly $ref?: string }>(document: Document, value: T): T {
  if (value.$ref === undefined) return value;
  const target = value.$ref
    .replace(/^#\//, "")
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
  if (target === undefined) throw new Error(`${value.$ref} points at nothing`);
  return resolve(document, target as T);
}

/** The response documented for a status: its own, its class's, or the default. */
export function responseOf(
  document: Document,
  operation: Operation,
  status: number,
): Response | undefined {
  const { responses } = operation;
  const found =
    responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses["default"];
  return found && resolve(document, found);
}

/** The named examples of a media type; `example` gets a name of its own. */
export function examplesOf(
  document: Document,
  media: Exemplified,
): readonly { readonly name: string; readonly value: unknown }[] {
  const named = Object.entries(media.examples ?? {}).map(([name, example]) => ({
    name,
    value: resolve(document, example).value,
  }));
  return media.example === undefined
    ? named
    : [{ name: "example", value: media.example }, ...named];
}
