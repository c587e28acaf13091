import { createContext } from "./document/context.ts";
import type { Context, ContextOptions } from "./document/context.ts";
import { loadDocument } from "./document/load.ts";
import { bundle, lint } from "./document/redocly.ts";
import { emitClient } from "./emit/client/client.ts";
import { emitDocument } from "./emit/document.ts";
import { emitHandlers } from "./emit/handlers.ts";
import { emitOperations } from "./emit/operations.ts";
import { emitReference } from "./emit/reference/reference.ts";
import { emitRoutes } from "./emit/routes.ts";
import { emitSchemas } from "./emit/schemas.ts";
import { emitTypes } from "./emit/types.ts";
import type { GeneratedFile, Writer } from "./write/writer.ts";

/** One output: a pure function of the context. */
export type Emitter = (
  context: Context,
) => GeneratedFile | readonly GeneratedFile[] | Promise<GeneratedFile | readonly GeneratedFile[]>;

/** Every output there is. A new one is a file in `emit/` and a line here. */
export const emitters: readonly Emitter[] = [
  emitDocument,
  emitTypes,
  emitSchemas,
  emitOperations,
  emitRoutes,
  emitHandlers,
  emitClient,
  emitReference,
];

/** One document to generate from. */
export interface Source extends ContextOptions {
  /** Path of the entry document, YAML or JSON. */
  readonly spec: string;
  /** Path of a redocly configuration. Default: redocly's minimal rules. */
  readonly lintConfig?: string | undefined;
}

/**
 * Lints and bundles one document and writes all outputs.
 *
 * Throws `RedoclyError` when the document is not sound, `SpecError` when it uses what cannot be
 * generated; then nothing has been written.
 */
export async function generate(source: Source, writer: Writer): Promise<void> {
  const { spec, lintConfig, ...options } = source;
  const text = await soundBundle(spec, lintConfig);
  const context = createContext(loadDocument(text), options);
  for (const file of await emitAll(context)) await writer.write(file);
}

/** Runs all emitters. Throws `SpecError`. */
export async function emitAll(context: Context): Promise<readonly GeneratedFile[]> {
  const files = await Promise.all(emitters.map(async (emit) => emit(context)));
  return files.flat();
}

/** Both at once, since each takes a child process. What lint says comes first: it says more. */
async function soundBundle(spec: string, lintConfig: string | undefined): Promise<string> {
  const [linted, bundled] = await Promise.allSettled([
    lint(spec, lintConfig),
    bundle(spec, lintConfig),
  ]);
  if (linted.status === "rejected") throw linted.reason;
  if (bundled.status === "rejected") throw bundled.reason;
  return bundled.value;
}
