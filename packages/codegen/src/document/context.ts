import { identifiersOf, isUsableName } from "../print/names.ts";
import { prepareDocument } from "../prepare/prepare.ts";
import { isReference } from "./is-reference.ts";
import type { LoadedDocument } from "./load.ts";
import type { Named, OpenApiDocument, ReferenceObject, SchemaObject } from "./openapi.ts";
import { at, members } from "./pointer.ts";
import type { Place } from "./source-file.ts";
import { Problems, SpecError } from "./spec-error.ts";

export { isReference };

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

/** Settles all options. Throws `SpecError` where references lead nowhere. */
export function createContext(loaded: LoadedDocument, options: ContextOptions = {}): Context {
  const { problems, isStrict = options.defaultAccess === undefined } = options;
  const warn = onceEach(options.warn);
  const attempt = <Result>(action: () => Result): Result | undefined =>
    problems === undefined ? action() : problems.attempt(action);
  const document = prepareDocument(loaded.document, { isStrict, warn, attempt });
  const schemas = document.components?.schemas ?? {};
  const identifiers = identifiersOf(Object.keys(schemas));
  return {
    document,
    original: loaded.document,
    service: options.service ?? "api",
    source: options.source ?? "an OpenAPI document",
    outputs: { ...defaultOutputs, ...options.outputs },
    modules: { ...defaultModules, ...options.modules },
    defaultAccess: options.defaultAccess,
    isStrict,
    problems,
    schemas,
    identifier: (name) => {
      if (isStrict) assertUsable(name);
      return identifiers.get(name) ?? name;
    },
    warn,
    refuse: (error) => {
      if (problems === undefined) throw error;
      problems.add(error);
    },
    attempt,
    locate: loaded.locate,
    resolve: (value, pointer) => resolve(document, value, pointer),
  };
}

const defaultOutputs: OutputPaths = {
  types: "types.ts",
  document: "document.json",
  schemas: "schemas.ts",
  operations: "operations.ts",
  routes: "routes.ts",
  handlers: "handlers.ts",
  client: "client",
  reference: "reference.md",
};

const defaultModules: ModuleNames = {
  types: "./types.ts",
  zod: "@hono/zod-openapi",
  component: "@heddle/server-kit",
  keywords: "@heddle/server-kit",
  operation: "@heddle/server-kit",
  handler: "@heddle/server-kit",
  client: "@heddle/client/core",
};

function assertUsable(name: string): void {
  if (isUsableName(name)) return;
  const problem = `"${name}" is no identifier, or one that generated code needs; rename the schema`;
  throw new SpecError(at("#/components/schemas", name), problem);
}

/** Transforms come by a place as often as it is used; whoever reads wants to know once. */
function onceEach(warn: ContextOptions["warn"]): Context["warn"] {
  const told = new Set<string>();
  return (pointer, message) => {
    const key = `${pointer} ${message}`;
    if (told.has(key)) return;
    told.add(key);
    warn?.(pointer, message);
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
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, member)) {
      return undefined;
    }
    current = (current as Record<string, unknown>)[member];
  }
  return current;
}
