import trace from "@heddle/types/documents/trace.json" with { type: "json" };

/** As much of a JSON Schema (2020-12, as OpenAPI 3.1 uses it) as the suites look at. */
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
  readonly pattern?: string;
  readonly format?: string;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<
    Record<string, { readonly value?: unknown; readonly $ref?: string }>
  >;
}

export interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Parameter {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
  readonly "x-access": string;
  readonly "x-project"?: readonly string[];
  readonly "x-compat"?: string | { readonly of?: string; readonly why: string };
}

export interface Document {
  readonly openapi: string;
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

/** The bundled document of the trace service, as published. */
export const traceDocument: Document = trace as unknown as Document;

/** Every operation of a document, in its order. */
export function operationsOf(document: Document): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({ method, path, operation: operation as Operation })),
  );
}

/** What a local reference (`#/components/…`) points at; anything else is returned as it is. */
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

/** The named examples of a media type, `example` under the name of its own. */
export function examplesOf(
  document: Document,
  media: MediaType,
): readonly { readonly name: string; readonly value: unknown }[] {
  const named = Object.entries(media.examples ?? {}).map(([name, example]) => ({
    name,
    value: resolve(document, example).value,
  }));
  return media.example === undefined
    ? named
    : [{ name: "example", value: media.example }, ...named];
}
