import { at } from "./pointer.ts";
import { SpecError } from "./spec-error.ts";
import type { Problems } from "./spec-error.ts";

/**
 * Checks how paths are written.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#path-templating
 */
export function checkPaths(paths: unknown, problems: Problems): void {
  for (const path of Object.keys(paths ?? {})) {
    if (path.startsWith("x-")) continue;
    const pointer = at("#/paths", path);
    if (!path.startsWith("/")) {
      problems.add(new SpecError(pointer, `is no path, which starts with /; write /${path}`));
    } else if (/[{}]/.test(path.replace(/\{[^{}/]+\}/g, ""))) {
      problems.add(new SpecError(pointer, "has a brace that does not belong to a {parameter}"));
    }
  }
}
