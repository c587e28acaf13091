import type { Remark } from "./check-scalar.ts";
import { at } from "./pointer.ts";
import { SpecError } from "./spec-error.ts";
import type { Problems } from "./spec-error.ts";

/**
 * Checks the text of each path. A path that no request can have, or that equals another path,
 * causes a remark and not an error: its types may still be useful.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#path-templating
 */
export function checkPaths(paths: unknown, problems: Problems, remarks: Remark[]): void {
  const shapes = new Map<string, string>();
  for (const path of Object.keys(paths ?? {})) {
    if (path.startsWith("x-")) continue;
    const pointer = at("#/paths", path);
    const problem = problemOf(path);
    if (problem !== undefined) problems.add(new SpecError(pointer, problem));
    const shape = path.replaceAll(/\{[^{}/]+\}/g, "{}");
    const other = shapes.get(shape);
    if (/[?#]/.test(path)) {
      const message = "has a ? or #, which a path cannot have: the server never matches it";
      remarks.push({ pointer, message });
    } else if (other !== undefined) {
      const message = `is the same path as ${other}: the first one answers the requests of both`;
      remarks.push({ pointer, message });
    } else shapes.set(shape, path);
  }
}

function problemOf(path: string): string | undefined {
  if (!path.startsWith("/")) return `is not a path, since paths start with /; write /${path}`;
  const names = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return `has {${repeated}} twice; give the parameters two names`;
  const isUneven = /[{}]/.test(path.replaceAll(/\{[^{}/]+\}/g, ""));
  return isUneven ? "has a brace that does not belong to a {parameter}" : undefined;
}
