import type { Context } from "../document/context.ts";
import type { MediaTypeObject, SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { isBinary } from "./string-schema.ts";
import { typesOf } from "./types-of.ts";

/** The parts of a form: those that are read as text, as one object schema, and the files. */
export interface FormParts {
  readonly text: SchemaKeywords;
  readonly files: readonly string[];
}

/**
 * Tells the text parts of a multipart body from its files.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#encoding-object
 */
export function partsOf(
  schema: SchemaObject,
  content: MediaTypeObject,
  context: Context,
  pointer: string,
): FormParts {
  const form = context.resolve<SchemaObject>(schema, pointer);
  if (typeof form === "boolean" || form.properties === undefined) {
    throw new SpecError(pointer, "must be an object with one property a part");
  }
  const files: string[] = [];
  const text: [string, SchemaObject][] = [];
  for (const [name, property] of Object.entries(form.properties)) {
    const place = at(pointer, "properties", name);
    const part = context.resolve<SchemaObject>(property, place);
    if (isFile(part, context, place)) files.push(name);
    else if (isText(part, content.encoding?.[name]?.contentType)) text.push([name, property]);
    else throw new SpecError(place, "is neither text nor binary; such parts are not supported");
  }
  const required = (form.required ?? []).filter((name) => !files.includes(name));
  return { text: { ...form, properties: Object.fromEntries(text), required }, files };
}

function isFile(part: SchemaObject, context: Context, pointer: string): boolean {
  if (typeof part === "boolean") return false;
  if (isBinary(part)) return true;
  if (part.type !== "array" || part.items === undefined) return false;
  return isFile(context.resolve<SchemaObject>(part.items, pointer), context, pointer);
}

function isText(part: SchemaObject, contentType: string | undefined): boolean {
  if (typeof part === "boolean") return false;
  const isPlain = contentType === undefined || contentType.startsWith("text/");
  return isPlain && typesOf(part).join() === "string";
}
