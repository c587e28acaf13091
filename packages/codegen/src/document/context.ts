import { members } from "./pointer.ts";
import type { LoadedDocument } from "./load.ts";
import type { Named, OpenApiDocument, ReferenceObject, SchemaObject } from "./openapi.ts";
import { SpecError } from "./spec-error.ts";

/** Who may call an operation. */
export type AccessLevel = "public" | "read" | "write" | "admin";

/** Where generated files lie, relative to the folder of the writer. */
export interface OutputPaths {
  readonly types: string;
  readonly document: string;
  readonly schemas: string;
  readonly operations: string;
  readonly routes: string;
  readonly handlers: string;
  /** Folder of the client's files. */
  readonly client: string;
  /** The page that lists the resources; theirs lie in the folder of the same name. */
  readonly reference: string;
}

/** What the modules of the hand-written kit and of the types are called in imports. */
export interface ModuleNames {
  /** Has the generated interfaces. */
  readonly types: string;
  /** Exports `z`, whose schemas have `openapi()`, and the type `RouteConfig`. */
  readonly zod: string;
  /** Exports `component`. */
  readonly component: string;
  /** Exports the type `OperationSpec`. */
  readonly operation: string;
  /** Exports the type `Handler`. */
  readonly handler: string;
  /** Exports what generated clients stand on. */
  readonly client: string;
}

/** What can be chosen about the output for one document. */
export interface ContextOptions {
  /** Name of the service; prefix of `<Service>Handlers`. Default: `api`. */
  readonly service?: string;
  /** What generated files say they come from. Default: `an OpenAPI document`. */
  readonly source?: string;
  readonly outputs?: Partial<OutputPaths>;
  readonly modules?: Partial<ModuleNames>;
  /** Access of operations without `x-access`. Default: none, so that leaving it out is an error. */
  readonly defaultAccess?: AccessLevel | undefined;
}

/** A bundled document with every option settled: all that transforms and emitters are given. */
export interface Context {
  readonly document: OpenApiDocument;
  readonly hash: string;
  readonly service: string;
  readonly source: string;
  readonly outputs: OutputPaths;
  readonly modules: ModuleNames;
  readonly defaultAccess: AccessLevel | undefined;
  /** Named schemas in the order of the document. */
  readonly schemas: Named<SchemaObject>;
  /** What a `$ref` leads to, through any number of references. `pointer` is named in errors. */
  resolve<Target>(value: Target | ReferenceObject, pointer: string): Target;
}

/** Settles all options. */
export function createContext(loaded: LoadedDocument, options: ContextOptions = {}): Context {
  const { document, hash } = loaded;
  return {
    document,
    hash,
    service: options.service ?? "api",
    source: options.source ?? "an OpenAPI document",
    outputs: {
      types: "types.ts",
      document: "document.json",
      schemas: "schemas.ts",
      operations: "operations.ts",
      routes: "routes.ts",
      handlers: "handlers.ts",
      client: "client",
      reference: "reference.md",
      ...options.outputs,
    },
    modules: {
      types: "./types.ts",
      zod: "@hono/zod-openapi",
      component: "@heddle/server-kit",
      operation: "@heddle/server-kit",
      handler: "@heddle/server-kit",
      client: "@heddle/client/core",
      ...options.modules,
    },
    defaultAccess: options.defaultAccess,
    schemas: document.components?.schemas ?? {},
    resolve: (value, pointer) => resolve(document, value, pointer),
  };
}

function resolve<Target>(
  document: OpenApiDocument,
  value: Target | ReferenceObject,
  pointer: string,
): Target {
  const seen = new Set<string>();
  let current: unknown = value;
  while (isReference(current)) {
    const { $ref } = current;
    if (!$ref.startsWith("#/")) {
      throw new SpecError(pointer, `refers to ${$ref}; bundle the document first`);
    }
    if (seen.has($ref)) throw new SpecError(pointer, `${$ref} refers to itself`);
    seen.add($ref);
    current = lookUp(document, $ref);
    if (current === undefined) throw new SpecError(pointer, `refers to ${$ref}, which is missing`);
  }
  return current as Target;
}

function lookUp(document: unknown, ref: string): unknown {
  let current = document;
  for (const member of members(ref)) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string, unknown>)[member];
  }
  return current;
}

/** Whether a value is `{ $ref: "…" }`. */
export function isReference(value: unknown): value is ReferenceObject {
  return (
    typeof value === "object" && value !== null && "$ref" in value && typeof value.$ref === "string"
  );
}
