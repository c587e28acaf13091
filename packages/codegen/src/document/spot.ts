import { extname } from "node:path";
import { at, members } from "./pointer.ts";
import type { SourceFile } from "./source-file.ts";

/** A place in a file: the place of a reference or of its target. */
export interface Spot {
  readonly source: SourceFile;
  /** The pointer within the file. */
  readonly pointer: string;
  readonly value: unknown;
}

/** The identity of a spot, the same on every way to it. */
export function keyOf({ source, pointer }: Spot): string {
  return `${source.path}${pointer}`;
}

/** The name of a file without its folder and its last extension. */
export function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return name.slice(0, name.length - extname(name).length);
}

/** A member of the value of a spot. */
export function memberOf(spot: Spot, name: string): Spot | undefined {
  const { value } = spot;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  if (Array.isArray(value) && name === "length") return undefined;
  const member = (value as Record<string, unknown>)[name];
  return { source: spot.source, pointer: at(spot.pointer, name), value: member };
}

/** Whether a pointer has a target. */
export function hasMember(root: unknown, ref: string): boolean {
  let current = root;
  for (const name of members(ref)) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, name))
      return false;
    current = (current as Record<string, unknown>)[name];
  }
  return true;
}

/** The schemas of a file that have an anchor, by the anchor's name. */
export function anchorsIn(root: Spot): ReadonlyMap<string, readonly Spot[]> {
  const found = new Map<string, Spot[]>();
  const seen = new Set<unknown>();
  const visit = (spot: Spot): void => {
    const { value } = spot;
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const anchor = (value as Record<string, unknown>)[keyword];
      if (typeof anchor === "string") found.set(anchor, [...(found.get(anchor) ?? []), spot]);
    }
    for (const name of Object.keys(value)) {
      const member = memberOf(spot, name);
      if (member !== undefined) visit(member);
    }
  };
  visit(root);
  return found;
}
