import type { Context } from "../../document/context.ts";
import type { GeneratedFile } from "../../write/writer.ts";

/** Emits the client: one file a resource with one method an operation, and one that joins them. */
export function emitClient(_context: Context): readonly GeneratedFile[] {
  return [];
}
