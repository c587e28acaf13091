import type { Context } from "../document/context.ts";
import type { MediaTypeObject, SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { flattened } from "./flattened-object.ts";
import { isJson, isText } from "./framing.ts";
import { isBinary } from "./string-schema.ts";
import { typesOf } from "./types-of.ts";

/** The parts of a form: one object schema for the text parts, and the files. */
export interface FormParts {
  readonly text: SchemaKeywords;
  /** `*` means every part without a name in the schema. */
  readonly files: readonly string[];
  readonly optionalFiles: readonly string[];
  readonly repeatedFiles: readonly string[];
  readonly jsonParts: readonly string[];
}

/**
 * Separates the text parts of a multipart body from its files and from the parts that hold JSON:
 * objects, arrays of objects, and parts that `encoding` marks as JSON.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#encoding-object
 */
export function partsOf(
  schema: SchemaObject,
  content: MediaTypeObject,
  context: Context,
  pointer: string,
): FormParts {
  const form = flattened(schema, context, pointer);
  if (context.isStrict && form.properties === undefined) {
    throw new SpecError(pointer, "must be an object with one property for each part");
  }
  const kinds = Object.entries(form.properties ?? {}).map(([name, property]) => {
    const contentType = content.encoding?.[name]?.contentType;
    const place = { context, pointer: at(pointer, "properties", name) };
    return { name, property, kind: kindOf(property, contentType, place) };
  });
  const namesOf = (...wanted: readonly PartKind[]): readonly string[] =>
    kinds.filter(({ kind }) => wanted.includes(kind)).map(({ name }) => name);
  const files = namesOf("file", "files");
  const text = kinds.filter(({ name }) => !files.includes(name));
  const required = form.required ?? [];
  const rest = form.additionalProperties ?? true;
  const isRestFiles = isFile(rest, { context, pointer: at(pointer, "additionalProperties") });
  return {
    text: {
      ...form,
      ...(isRestFiles ? { additionalProperties: true } : {}),
      properties: Object.fromEntries(text.map(({ name, property }) => [name, property])),
      required: required.filter((name) => !files.includes(name)),
    },
    files: isRestFiles ? [...files, "*"] : files,
    optionalFiles: files.filter((name) => !required.includes(name)),
    repeatedFiles: namesOf("files"),
    jsonParts: namesOf("json"),
  };
}

type PartKind = "text" | "json" | "file" | "files";

interface Place {
  readonly context: Context;
  readonly pointer: string;
}

function kindOf(part: SchemaObject, contentType: string | undefined, place: Place): PartKind {
  if (isFile(part, place)) return "file";
  const items = itemsOf(part, place);
  if (items !== undefined && isFile(items, place)) return "files";
  const types = contentType?.split(",") ?? [];
  if (types.some(isJson)) return "json";
  if (types.length > 0 && isText(part, place.context, place.pointer)) {
    return types.some((type) => /^\s*(?:text\/|\*\/\*)/.test(type)) ? "text" : "file";
  }
  return isScalar(part, place) || (items !== undefined && isScalar(items, place)) ? "text" : "json";
}

function isFile(part: SchemaObject, { context, pointer }: Place): boolean {
  const target = context.resolve<SchemaObject>(part, pointer);
  if (typeof target === "boolean") return false;
  const branches = target.anyOf ?? target.oneOf ?? target.allOf ?? [];
  return isBinary(target) || branches.some((branch) => isFile(branch, { context, pointer }));
}

function itemsOf(part: SchemaObject, { context, pointer }: Place): SchemaObject | undefined {
  const target = context.resolve<SchemaObject>(part, pointer);
  if (typeof target === "boolean") return undefined;
  const branches = target.anyOf ?? target.oneOf ?? [];
  if (branches.length === 0) return typesOf(target).join() === "array" ? target.items : undefined;
  const items = branches.map((branch) => itemsOf(branch, { context, pointer }));
  return items.find((item) => item !== undefined);
}

/** Whether text can represent every value: strings, numbers, booleans. */
function isScalar(part: SchemaObject, { context, pointer }: Place): boolean {
  const target = context.resolve<SchemaObject>(part, pointer);
  if (typeof target === "boolean") return false;
  const values = target.const === undefined ? target.enum : [target.const];
  if (values !== undefined) return values.every((value) => typeof value !== "object");
  const branches = target.anyOf ?? target.oneOf ?? target.allOf;
  if (branches !== undefined) {
    return branches.every((branch) => isNull(branch) || isScalar(branch, { context, pointer }));
  }
  const types = typesOf(target);
  return types.length > 0 && !types.includes("object") && !types.includes("array");
}

function isNull(schema: SchemaObject): boolean {
  return typeof schema === "object" && schema.type === "null";
}
