/** The parts of a bundled OpenAPI 3.1 document that the reference page reads. */
export interface OpenApiDocument {
  readonly info: {
    readonly title: string;
    readonly summary?: string;
    readonly version: string;
    readonly description?: string;
  };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, Response>>;
  };
}

export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly description?: string; readonly content: Content };
  readonly responses?: Readonly<Record<string, Response | Ref>>;
  readonly "x-access"?: string;
  readonly "x-compat"?: string | { readonly of: string; readonly why: string };
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

export interface Response {
  readonly description?: string;
  readonly content?: Content;
}

export interface Ref {
  readonly $ref: string;
}

export type Content = Readonly<Record<string, MediaType>>;

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<
    Record<string, { readonly summary?: string; readonly value?: unknown }>
  >;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const methods = new Set(["get", "put", "post", "delete", "patch", "head", "options"]);

/** An operation with its method and path. */
export interface PlacedOperation extends Operation {
  readonly method: string;
  readonly path: string;
}

/** Every operation, in the order of the document. */
export function operationsOf(document: OpenApiDocument): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({ ...operation, method, path })),
  );
}

/** A component behind a `$ref`, or the value itself. */
export function resolve<T extends object>(document: OpenApiDocument, value: T | Ref): T {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as T;
  const [, ...steps] = value.$ref.split("/");
  const found = steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    document,
  );
  if (found === undefined) throw new Error(`The document has no component at ${value.$ref}`);
  return found as T;
}

/** The name of the component that a `$ref` points at. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}
