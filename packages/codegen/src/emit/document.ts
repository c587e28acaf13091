import type { Context } from "../document/context.ts";
import type { GeneratedFile } from "../write/writer.ts";

/**
 * Emits the bundled document as the author wrote it, in the same order.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#openapi-object
 */
export function emitDocument(context: Context): GeneratedFile {
  const text = `${JSON.stringify(context.original, null, 2)}\n`;
  return { path: context.outputs.document, text };
}
