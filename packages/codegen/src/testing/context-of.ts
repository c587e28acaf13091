import { createContext } from "../document/create-context.ts";
import type { Context, ContextOptions } from "../document/context.ts";
import { loadDocument } from "../document/load.ts";
import type { ComponentsObject, PathItemObject, SchemaObject } from "../document/openapi.ts";

/** The parts of a document that a test is about. */
export interface DocumentParts {
  readonly schemas?: Readonly<Record<string, SchemaObject>>;
  readonly paths?: Readonly<Record<string, PathItemObject>>;
  readonly components?: ComponentsObject;
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
}

/** A context over a small document; what a test leaves out is the least that a document can be. */
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

/** A file without its header, which holds a hash. */
export function bodyOf(text: string): string {
  return text.slice(text.indexOf("*/\n") + 3);
}
