import { ApiError } from "@heddle/server-kit";
import { externalProjectId } from "../../access/projects.ts";
import { externaliseText, internalPrefix } from "../digests/rewrite-refs.ts";

const externalRef = /^weave:\/\/\/[^/]+\/[^/]+\/./;

/** JSON text with every internal ref in it in external form: calls store what clients see. */
export function externalText(json: string): string {
  return externaliseText(json, projectOf);
}

/** One string in external form. */
export function externalString(text: string): string {
  if (!text.includes(internalPrefix)) return text;
  return JSON.parse(externaliseText(JSON.stringify(text), projectOf)) as string;
}

/** A value with every internal ref in it in external form. */
export function externalValue<T>(value: T): T {
  const json = JSON.stringify(value);
  return json.includes(internalPrefix) ? (JSON.parse(externalText(json)) as T) : value;
}

/** Every ref among the strings of a value, each once, in external form. */
export function collectRefs(value: unknown): string[] {
  const refs = new Set<string>();
  collect(value, refs);
  return [...refs];
}

function collect(value: unknown, refs: Set<string>): void {
  if (typeof value === "string") {
    if (!value.startsWith("weave")) return;
    const text = externalString(value);
    if (externalRef.test(text)) refs.add(text.toWellFormed());
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const member of Array.isArray(value) ? value : Object.values(value)) collect(member, refs);
}

/** An internal id tells its project to anyone: it is the project's name, spelt otherwise. */
function projectOf(internalId: string): string | undefined {
  try {
    return externalProjectId(internalId);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
