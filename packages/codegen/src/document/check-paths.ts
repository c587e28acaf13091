import type { Remark } from "./check-scalar.ts";
import { at } from "./pointer.ts";
import { SpecError } from "./spec-error.ts";
import type { Problems } from "./spec-error.ts";

/**
 * Checks how paths are written. Those that no request can have, and those that another one has
 * already, are remarked: their types may be wanted all the same.
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
      const message =
        "has a ? or #, which no path has: clients ask for it, but no request leads here";
      remarks.push({ pointer, message });
    } else if (other !== undefined) {
      const message = `is the same path as ${other}: what both describe is answered by the first`;
      remarks.push({ pointer, message });
    } else shapes.set(shape, path);
  }
}

function problemOf(path: string): string | undefined {
  if (!path.startsWith("/")) return `is no path, which starts with /; write /${path}`;
  const names = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return `has {${repeated}} twice; give the parameters two names`;
  const isUneven = /[{}]/.test(path.replaceAll(/\{[^{}/]+\}/g, ""));
  return isUneven ? "has a brace that does not belong to a {parameter}" : undefined;
}
