import { members } from "./pointer.ts";
import { baseName } from "./spot.ts";
import type { Spot } from "./spot.ts";

/** Members of a document that say where something is, not what it is. */
const structure: ReadonlySet<string> = new Set([
  "additionalProperties",
  "allOf",
  "anyOf",
  "content",
  "headers",
  "items",
  "oneOf",
  "parameters",
  "patternProperties",
  "prefixItems",
  "properties",
  "requestBody",
  "responses",
  "schema",
]);

/**
 * The name of a component: the last member of its pointer, or the file name if the target is a
 * whole file. Inside an object with a name, that name and the members on the way to the target.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#components-object for the characters in names
 */
export function componentName({ source, pointer }: Spot): string {
  const path = members(pointer);
  const last = path.at(-1);
  if (last === undefined) return cleaned(baseName(source.path));
  const start = startOfName(path);
  const isInside = path.slice(start + 1).some((member) => structure.has(member));
  if (!isInside) return cleaned(last);
  const telling = path.filter((member, index) => {
    return index === start || (index > start && !structure.has(member) && !isMediaType(member));
  });
  return telling.map(cleaned).join("_");
}

/** The index of the first member of a path that may be a name from the author. */
function startOfName([first]: readonly string[]): number {
  if (first === "components") return 2;
  return first === "paths" || first === "$defs" || first === "definitions" ? 1 : 0;
}

function isMediaType(member: string): boolean {
  return /^[a-z]+\/[\w.+-]+$/.test(member);
}

function cleaned(name: string): string {
  if (/^[A-Za-z0-9._-]+$/.test(name)) return name;
  const text = name.replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^_+|_+$/g, "");
  return text === "" ? "component" : text;
}
