import type { Named, OpenApiDocument, ReferenceObject, SchemaObject } from "./openapi.ts";
import type { Place } from "./source-file.ts";
import type { Problems, SpecError } from "./spec-error.ts";

/** Who may call an operation. */
export type AccessLevel = "public" | "read" | "write" | "admin";

/** Paths of generated files, relative to the folder of the writer. */
export interface OutputPaths {
  readonly types: string;
  readonly document: string;
  readonly schemas: string;
  readonly operations: string;
  readonly routes: string;
  readonly handlers: string;
  /** Folder of the client's files. */
  readonly client: string;
  /** The page that lists the resources; their pages are in the folder of the same name. */
  readonly reference: string;
}

/** The module names that generated imports use. */
export interface ModuleNames {
  /** Has the generated interfaces. */
  readonly types: string;
  /** Exports `z`, whose schemas have `openapi()`, and the type `RouteConfig`. */
  readonly zod: string;
  /** Exports `component`. */
  readonly component: string;
  /** Exports `keywords`: the checks of keywords that zod has no method for. */
  readonly keywords: string;
  /** Exports the type `OperationSpec`. */
  readonly operation: string;
  /** Exports `routesOf`, `documentHead` and their types. */
  readonly routes: string;
  /** Exports the type `Handler`. */
  readonly handler: string;
  /** Exports the base of generated clients. */
  readonly client: string;
}

/** Options for the output of one document. */
export interface ContextOptions {
  /** Name of the service; prefix of `<Service>Handlers`. Default: `api`. */
  readonly service?: string;
  /** The source that generated files name. Default: `an OpenAPI document`. */
  readonly source?: string;
  readonly outputs?: Partial<OutputPaths>;
  readonly modules?: Partial<ModuleNames>;
  /**
   * Access of operations without `x-access`. Default: none, so that a missing `x-access` is an
   * error.
   */
  readonly defaultAccess?: AccessLevel | undefined;
  /**
   * Whether to refuse duplicates, keywords without effect, and names that would have to be changed.
   * Default: true if `x-access` is required, as in the documents of this repository.
   */
  readonly isStrict?: boolean | undefined;
  /**
   * Receives remarks for a reader of the output: rules of the document that are checked less
   * strictly, or left out because they have no effect. Default: remarks are dropped.
   */
  readonly warn?: ((pointer: string, message: string) => void) | undefined;
  /**
   * Collects the problems, so that one run finds all of them. Default: the first problem is thrown.
   */
  readonly problems?: Problems | undefined;
}

/** A bundled document with a value for every option: the only input of transforms and emitters. */
export interface Context {
  /**
   * The prepared document: every target of a reference has a name, and every construct has one
   * spelling. If there was nothing to prepare, it is the loaded document itself.
   */
  readonly document: OpenApiDocument;
  /** The document as it was loaded. */
  readonly original: OpenApiDocument;
  readonly service: string;
  readonly source: string;
  readonly outputs: OutputPaths;
  readonly modules: ModuleNames;
  readonly defaultAccess: AccessLevel | undefined;
  /** Named schemas in the order of the document. */
  readonly schemas: Named<SchemaObject>;
  /** Where the target of a pointer was written. */
  locate(pointer: string): Place | undefined;
  readonly isStrict: boolean;
  /** The problems so far, if they are collected. */
  readonly problems: Problems | undefined;
  /**
   * The name of a named schema in generated code.
   *
   * Throws `SpecError` in a strict context if the schema's own name cannot be used.
   */
  identifier(name: string): string;
  /** Reports a remark about a place once. */
  warn(pointer: string, message: string): void;
  /** Collects a problem, or throws it if problems are not collected. */
  refuse(error: SpecError): void;
  /** The result of `action`, or `undefined` if it threw a problem that was collected. */
  attempt<Result>(action: () => Result): Result | undefined;
  /** The target of a `$ref`, through any number of references. Errors name `pointer`. */
  resolve<Target>(value: Target | ReferenceObject, pointer: string): Target;
}
