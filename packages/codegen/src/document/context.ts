import type { Named, OpenApiDocument, ReferenceObject, SchemaObject } from "./openapi.ts";
import type { Place } from "./source-file.ts";
import type { Problems, SpecError } from "./spec-error.ts";

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
  /** Exports `keywords`: the checks of keywords that zod has no method for. */
  readonly keywords: string;
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
  /**
   * Whether what a document says twice, in vain, or under a name that has to be changed is refused.
   * Default: where operations have to say their access, as documents of our own have to.
   */
  readonly isStrict?: boolean | undefined;
  /**
   * Takes what a reader of the output should know: what is held to less strictly than the document
   * says, or left out because nothing could come of it. Default: nobody is told.
   */
  readonly warn?: ((pointer: string, message: string) => void) | undefined;
  /** Keeps what is refused, so that all of it is found. Default: the first problem is thrown. */
  readonly problems?: Problems | undefined;
}

/** A bundled document with every option settled: all that transforms and emitters are given. */
export interface Context {
  /**
   * Prepared: what is referred to has a name, and what has several spellings has one. It is the
   * document as it was loaded where that leaves nothing to do.
   */
  readonly document: OpenApiDocument;
  /** As it was loaded. */
  readonly original: OpenApiDocument;
  readonly service: string;
  readonly source: string;
  readonly outputs: OutputPaths;
  readonly modules: ModuleNames;
  readonly defaultAccess: AccessLevel | undefined;
  /** Named schemas in the order of the document. */
  readonly schemas: Named<SchemaObject>;
  /** Where what a pointer leads to was written. */
  locate(pointer: string): Place | undefined;
  readonly isStrict: boolean;
  /** What was refused so far, where it is kept. */
  readonly problems: Problems | undefined;
  /**
   * What a named schema is called in generated code.
   *
   * Throws `SpecError` where its own name will not do in a strict context.
   */
  identifier(name: string): string;
  /** Tells the caller once about a place. */
  warn(pointer: string, message: string): void;
  /** Keeps a problem, or throws it where nobody keeps any. */
  refuse(error: SpecError): void;
  /** What `action` returns, or `undefined` where it threw a problem that is kept. */
  attempt<Result>(action: () => Result): Result | undefined;
  /** What a `$ref` leads to, through any number of references. `pointer` is named in errors. */
  resolve<Target>(value: Target | ReferenceObject, pointer: string): Target;
}
