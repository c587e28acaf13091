import { members } from "./pointer.ts";
import { baseName } from "./spot.ts";
import type { Spot } from "./spot.ts";

/** Members of a document that say where something stands, not what it is. */
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
 * The name that something gets among the components: the last member of its pointer, the name of
 * its file where it is the whole file, and where it stands inside of something with a name, that
 * name and the members on the way.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#components-object for what names may hold
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

/** Where on a path the name that an author gave stands, at the earliest. */
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
