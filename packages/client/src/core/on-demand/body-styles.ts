/**
 * Body encodings that few operations use. A generated method imports the one that it needs, so that
 * programs without such a method do not load them.
 */
import type { Binary, BodyStyle } from "../body.ts";
import { textOf } from "../url.ts";

/** The parts of a form, as in the spec; a file may be any value that holds bytes. */
export type Multipart<Content> = {
  [Name in keyof Content]: Part<Content[Name]>;
};

type Part<Value> = Blob extends Value
  ? Binary
  : Value extends readonly Blob[]
    ? readonly Binary[]
    : Value;

/** `multipart/form-data`, from an object or a ready-made `FormData`. */
export const multipart: BodyStyle = async (value) => {
  if (value instanceof FormData) return value;
  const form = new FormData();
  for (const [name, item] of entriesOf(value)) form.append(name, await partOf(item));
  return form;
};

/** `application/x-www-form-urlencoded`. */
export const urlEncoded: BodyStyle = (value) =>
  new URLSearchParams(
    entriesOf(value).map(([name, item]): [string, string] => [name, memberText(item)]),
  );

/** `application/jsonl`, from an array. */
export const jsonLines: BodyStyle = (value) =>
  (value as readonly unknown[]).map((item) => `${JSON.stringify(item)}\n`).join("");

/** Reads a stream first: no runtime sends a part of a form whose length is unknown. */
async function partOf(item: unknown): Promise<string | Blob> {
  if (item instanceof Blob) return item;
  if (item instanceof ReadableStream) return new Response(item).blob();
  if (item instanceof ArrayBuffer || ArrayBuffer.isView(item)) {
    return new Blob([item as ArrayBuffer]);
  }
  return memberText(item);
}

/** The members that have a value; an array gives one entry for each item. */
function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(value as object)
    .flatMap(([name, item]) => [item].flat().map((each): [string, unknown] => [name, each]))
    .filter(([, item]) => item !== undefined && item !== null);
}

function memberText(item: unknown): string {
  const isText = typeof item !== "object" || item instanceof Date;
  return isText ? textOf(item) : JSON.stringify(item);
}
