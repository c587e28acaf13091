import { createContext } from "../document/create-context.ts";
import type { Context, ContextOptions } from "../document/context.ts";
import { loadDocument } from "../document/load.ts";
import type { ComponentsObject, PathItemObject, SchemaObject } from "../document/openapi.ts";

/** The parts of a document that matter to a test. */
export interface DocumentParts {
  readonly schemas?: Readonly<Record<string, SchemaObject>>;
  readonly paths?: Readonly<Record<string, PathItemObject>>;
  readonly components?: ComponentsObject;
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
}

/** A context for a small document; parts that a test leaves out get the smallest valid value. */
export function contextOf(parts: DocumentParts, options: ContextOptions = {}): Context {
  const { schemas, paths = {}, components = {}, tags } = parts;
  const document = {
    openapi: "3.1.1",
    info: { title: "A test", version: "1.0.0" },
    ...(tags === undefined ? {} : { tags }),
    paths,
    components: { ...components, ...(schemas === undefined ? {} : { schemas }) },
  };
  return createContext(loadDocument(JSON.stringify(document)), options);
}

/** The text of a file without its header. */
export function bodyOf(text: string): string {
  return text.slice(text.indexOf("*/\n") + 3);
}
