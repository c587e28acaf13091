import type { Positions } from "./positions.ts";
import type { Scalar } from "./scalar-members.ts";
import { at } from "./pointer.ts";
import { SpecError } from "./spec-error.ts";
import type { Problems } from "./spec-error.ts";

type JsonRecord = Record<string, unknown>;

/** A note about a place that is read differently from its text. */
export interface Remark {
  readonly pointer: string;
  readonly message: string;
}

/** The input of a check, and the lists for its findings. */
export interface Checking {
  readonly problems: Problems;
  readonly positions: Positions;
  readonly remarks: Remark[];
}

/** Checks a member that holds no object, and converts its value if only one meaning is possible. */
export function checkScalar(
  object: JsonRecord,
  name: string,
  scalar: Scalar,
  place: string,
  checking: Checking,
): void {
  const value = object[name];
  if (scalar === "text") {
    asText(object, name);
    if (typeof object[name] !== "string") refuse(value, "text", place, checking);
  } else if (scalar === "boolean") {
    if (value === "true" || value === "false") {
      object[name] = value === "true";
      checking.remarks.push({ pointer: place, message: `is text: read as ${value}` });
    } else if (typeof value !== "boolean") refuse(value, "true or false", place, checking);
  } else if (!Array.isArray(value)) refuse(value, "a list", place, checking);
  else if (scalar === "texts") {
    for (const [index, item] of value.entries()) {
      if (!isScalar(item)) refuse(item, "text", at(place, index), checking);
    }
    const texts = value.map(String);
    checking.positions.inherit(texts, value);
    object[name] = texts;
  }
}

/** Records a value whose type is wrong for its place. */
export function refuse(
  found: unknown,
  wanted: string,
  place: string,
  { problems }: Checking,
): void {
  const what = found === null ? "empty" : Array.isArray(found) ? "a list" : nameOf(found);
  problems.add(new SpecError(place, `is ${what}; ${wanted} goes here`));
}

function nameOf(value: unknown): string {
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "text" : `the ${typeof value} ${JSON.stringify(value)}`;
}

/** Converts a number or a boolean to text where text is expected. */
export function asText(object: JsonRecord, name: string): void {
  const value = object[name];
  if (typeof value === "number" || typeof value === "boolean") object[name] = String(value);
}

function isScalar(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
