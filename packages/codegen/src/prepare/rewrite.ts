import { isObject } from "../document/is-object.ts";
import { isReference } from "../document/is-reference.ts";
import { memberRule } from "../document/openapi-grammar.ts";
import type { ObjectKind } from "../document/openapi-grammar.ts";
import { at } from "../document/pointer.ts";
import { setMember } from "../document/set-member.ts";

/** An object of a document, of any kind. */
export type DocumentObject = Readonly<Record<string, unknown>>;

/** Returns the replacement of an object, or the object itself if nothing changes. */
export type Rewriting = (object: DocumentObject, kind: ObjectKind, pointer: string) => unknown;

/**
 * A copy of a part of a document, in which `change` replaces every object that has a kind,
 * innermost first. The copy shares unchanged objects with the original; data is not visited.
 */
export function rewrite<Part>(
  part: Part,
  kind: ObjectKind,
  pointer: string,
  change: Rewriting,
): Part {
  return rewriteObject(part, kind, pointer, change) as Part;
}

function rewriteObject(
  value: unknown,
  kind: ObjectKind,
  pointer: string,
  change: Rewriting,
): unknown {
  if (!isObject(value)) return value;
  // A reference to a schema may have more keywords beside it; other references have nothing beside
  // them.
  if (isReference(value) && kind !== "schema") return change(value, kind, pointer);
  let copy: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const rule = memberRule(kind, name);
    if (rule === undefined || rule.kind === "plain") continue;
    const place = at(pointer, name);
    const changed =
      rule.holds === "map"
        ? rewriteMembers(member, rule.kind, place, change)
        : rewritePart(member, rule.kind, place, change);
    if (changed === member) continue;
    copy ??= { ...value };
    setMember(copy, name, changed);
  }
  return change(copy ?? value, kind, pointer);
}

function rewritePart(part: unknown, kind: ObjectKind, pointer: string, change: Rewriting): unknown {
  if (!Array.isArray(part)) return rewriteObject(part, kind, pointer, change);
  const items = part.map((item, index) => rewriteObject(item, kind, at(pointer, index), change));
  return items.some((item, index) => item !== part[index]) ? items : part;
}

function rewriteMembers(
  map: unknown,
  kind: ObjectKind,
  pointer: string,
  change: Rewriting,
): unknown {
  if (!isObject(map)) return map;
  let copy: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(map)) {
    const changed = rewriteObject(member, kind, at(pointer, name), change);
    if (changed === member) continue;
    copy ??= { ...map };
    setMember(copy, name, changed);
  }
  return copy ?? map;
}
