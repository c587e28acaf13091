import { memberRule } from "../document/openapi-grammar.ts";
import type { ObjectKind } from "../document/openapi-grammar.ts";
import { at } from "../document/pointer.ts";
import { setMember } from "../document/set-member.ts";
import type { DocumentObject } from "./rewrite.ts";

/** Members whose null is a value. */
const dataMembers: ReadonlySet<string> = new Set(["const", "default", "example", "value"]);

/**
 * An object without members that were left empty: in YAML `parameters:` with nothing behind it is
 * null. What has a name and nothing behind it, as a property, is there and says nothing.
 */
export function withoutEmptyMembers(
  object: DocumentObject,
  kind: ObjectKind,
  pointer: string,
  warn: (pointer: string, message: string) => void,
): DocumentObject {
  let copy: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(object)) {
    if (name.startsWith("x-") || dataMembers.has(name)) continue;
    const filled = filledMember(member, memberRule(kind, name)?.holds);
    if (filled === member && member !== null) continue;
    warn(at(pointer, name), "is empty, or has something empty in it: read as if it were not there");
    copy ??= { ...object };
    if (filled === null) delete copy[name];
    else setMember(copy, name, filled);
  }
  return copy ?? object;
}

function filledMember(member: unknown, holds: string | undefined): unknown {
  if (holds === undefined || typeof member !== "object" || member === null) return member;
  if (Array.isArray(member)) {
    return member.includes(null) ? member.filter((item) => item !== null) : member;
  }
  if (holds !== "map" || !Object.values(member).includes(null)) return member;
  const entries = Object.entries(member).map(([name, value]) => [name, value ?? {}] as const);
  return Object.fromEntries(entries);
}

const textMembers: readonly string[] = ["description", "format", "operationId", "summary", "title"];

/** An object whose texts are text: in YAML a title of `2024` is a number. */
export function withTexts(object: DocumentObject): DocumentObject {
  let copy: Record<string, unknown> | undefined;
  for (const name of textMembers) {
    const value = object[name];
    if (typeof value !== "number" && typeof value !== "boolean") continue;
    copy ??= { ...object };
    copy[name] = String(value);
  }
  return copy ?? object;
}
