import type { Context } from "../../document/context.ts";
import type { GeneratedFile } from "../../write/writer.ts";

/** Emits the reference: a page a resource, with its examples, and one that lists them. */
export function emitReference(_context: Context): readonly GeneratedFile[] {
  return [];
}
