import { createContext } from "./document/create-context.ts";
import type { Context, ContextOptions } from "./document/context.ts";
import { loadFile } from "./document/load.ts";
import type { LoadOptions } from "./document/load.ts";
import { lint } from "./document/redocly.ts";
import { Problems, SpecError } from "./document/spec-error.ts";
import type { Place } from "./document/source-file.ts";
import { emitClient } from "./emit/client/client.ts";
import { emitDocument } from "./emit/document.ts";
import { emitHandlers } from "./emit/handlers.ts";
import { emitOperations } from "./emit/operations.ts";
import { emitReference } from "./emit/reference/reference.ts";
import { emitRoutes } from "./emit/routes.ts";
import { emitSchemas } from "./emit/schemas.ts";
import { emitTypes } from "./emit/types.ts";
import type { OutputName } from "./output-names.ts";
import type { GeneratedFile, Writer } from "./write/writer.ts";

/** One output: a pure function of the context. */
export type Emitter = (
  context: Context,
) => GeneratedFile | readonly GeneratedFile[] | Promise<GeneratedFile | readonly GeneratedFile[]>;

/** All outputs. A new output is a file in `emit/`, a line here and its name. */
export const emitters: Readonly<Record<OutputName, Emitter>> = {
  document: emitDocument,
  types: emitTypes,
  schemas: emitSchemas,
  operations: emitOperations,
  routes: emitRoutes,
  handlers: emitHandlers,
  client: emitClient,
  reference: emitReference,
};

/** One document to generate from. */
export interface Source extends Omit<ContextOptions, "warn" | "problems">, LoadOptions {
  /** Path of the entry document, YAML or JSON. */
  readonly spec: string;
  /** Path of a redocly configuration whose rules the document must follow. Default: none. */
  readonly lintConfig?: string | undefined;
  /** The outputs to generate. Default: all. */
  readonly only?: readonly OutputName[] | undefined;
  /**
   * Receives remarks for a reader of the output, with their places. Default: remarks are dropped.
   */
  readonly onWarning?: ((warning: Warning) => void) | undefined;
}

/** A part of the document that is generated differently or not at all, and the reason. */
export interface Warning {
  readonly pointer: string;
  readonly message: string;
  readonly place: Place | undefined;
}

/**
 * Reads one document and writes all outputs.
 *
 * Throws `SpecError` or `SpecErrors` if the document has errors or uses a construct that cannot be
 * generated, and `RedoclyError` if it breaks lint rules; then nothing has been written.
 */
export async function generate(source: Source, writer: Writer): Promise<void> {
  const { spec, lintConfig } = source;
  const linting = lintConfig === undefined ? undefined : lint([spec], lintConfig);
  const [emitted, linted] = await Promise.allSettled([emitSource(source), linting]);
  // The generator reports the same problems in fewer words than lint, with the same places.
  if (emitted.status === "rejected") throw emitted.reason;
  if (linted.status === "rejected") throw linted.reason;
  for (const file of emitted.value) await writer.write(file);
}

/** Reads one document and runs the wanted emitters; does not lint or write. */
export async function emitSource(source: Source): Promise<readonly GeneratedFile[]> {
  const { spec, cwd, naming, onFile, only, onWarning, ...options } = source;
  const loaded = loadFile(spec, { cwd, naming, onFile });
  const { locate, remarks } = loaded;
  const problems = new Problems();
  const warn = (pointer: string, message: string): void =>
    onWarning?.({ pointer, message, place: locate(pointer) });
  for (const { pointer, message } of remarks) warn(pointer, message);
  const context = problems.attempt(() => createContext(loaded, { ...options, warn, problems }));
  try {
    if (context !== undefined) {
      const files = await emitAll(context, only);
      if (problems.all.length === 0) return files;
    }
  } catch (error) {
    problems.keep(error);
  }
  throw located(problems, locate);
}

/** Runs all emitters, or the wanted ones. Throws all problems that they find. */
export async function emitAll(
  context: Context,
  only?: readonly OutputName[],
): Promise<readonly GeneratedFile[]> {
  const wanted = Object.entries(emitters).filter(
    ([name]) => only?.includes(name as OutputName) ?? true,
  );
  const emitted = await Promise.allSettled(wanted.map(async ([, emit]) => emit(context)));
  const problems = new Problems();
  for (const result of emitted) {
    if (result.status === "rejected") problems.keep(result.reason);
  }
  problems.throwIfAny();
  return emitted.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
}

/** The same problems, with the places in the author's files. */
function located(problems: Problems, locate: Context["locate"]): Error {
  const placed = new Problems();
  for (const { pointer, problem, place } of problems.all) {
    placed.add(new SpecError(pointer, problem, place ?? locate(pointer)));
  }
  return placed.error() ?? new Error("there was no problem");
}
