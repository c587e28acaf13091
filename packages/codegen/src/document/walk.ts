import { isObject } from "./is-object.ts";
import { isReference } from "./is-reference.ts";
import { memberRule } from "./openapi-grammar.ts";
import type { ObjectKind } from "./openapi-grammar.ts";

/** An object of a document that may be changed in place. */
export type MutableObject = Record<string, unknown>;

/**
 * Calls `visit` for every object of a bundled document that has a kind, references included. An
 * inner object comes before the object around it. Data (examples, extensions) is not visited.
 */
export function walkObjects(
  document: MutableObject,
  visit: (object: MutableObject, kind: ObjectKind) => void,
): void {
  walk(document, "document", visit);
}

function walk(
  value: unknown,
  kind: ObjectKind,
  visit: (object: MutableObject, kind: ObjectKind) => void,
): void {
  if (!isObject(value)) return;
  if (!isReference(value)) {
    for (const [name, member] of Object.entries(value)) {
      const rule = memberRule(kind, name);
      if (rule === undefined) continue;
      for (const part of partsOf(member, rule.holds)) walk(part, rule.kind, visit);
    }
  }
  visit(value, kind);
}

function partsOf(member: unknown, holds: string): readonly unknown[] {
  if (Array.isArray(member)) return member;
  return holds === "map" && isObject(member) ? Object.values(member) : [member];
}
