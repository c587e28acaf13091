import { identifiersOf, isUsableName } from "../print/names.ts";
import { prepareDocument } from "../prepare/prepare.ts";
import type { Context, ContextOptions, ModuleNames, OutputPaths } from "./context.ts";
import { isReference } from "./is-reference.ts";
import type { LoadedDocument } from "./load.ts";
import type { OpenApiDocument, ReferenceObject } from "./openapi.ts";
import { at, members } from "./pointer.ts";
import { SpecError } from "./spec-error.ts";

/** Fills in all options. Throws `SpecError` for references without a target. */
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
  routes: "@heddle/server-kit",
  handler: "@heddle/server-kit",
  client: "@heddle/client/core",
};

function assertUsable(name: string): void {
  if (isUsableName(name)) return;
  const problem = `"${name}" is not an identifier, or generated code needs this name; rename the schema`;
  throw new SpecError(at("#/components/schemas", name), problem);
}

/** Transforms visit a place as often as it is used; a reader wants to see a remark once. */
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
