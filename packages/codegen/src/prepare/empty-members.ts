import { memberRule } from "../document/openapi-grammar.ts";
import type { ObjectKind } from "../document/openapi-grammar.ts";
import { at } from "../document/pointer.ts";
import { setMember } from "../document/set-member.ts";
import type { DocumentObject } from "./rewrite.ts";

/** Members in which null is a value. */
const dataMembers: ReadonlySet<string> = new Set(["const", "default", "example", "value"]);

/**
 * Removes members that were left empty: in YAML, `parameters:` without a value is null. An empty
 * entry with a name, such as a property, stays, because its name counts.
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
    warn(at(pointer, name), "is empty, or has an empty entry: ignored");
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

/** Converts texts that YAML read as another type: a title of `2024` is a number in YAML. */
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
