/**
 * The keywords of JSON Schema that identify schemas for references, and the keywords that refer to
 * them. A bundle has none of them: `$ref` and component names take their place.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2
 */
import { isReference } from "./is-reference.ts";
import { memberOf } from "./spot.ts";
import type { Sources } from "./sources.ts";
import type { Spot } from "./spot.ts";

/**
 * Members that identify a schema or a place in it. After bundling nothing refers to them, and a
 * `$id` would change the meaning of the references inside it.
 */
export const onlyForReferences: ReadonlySet<string> = new Set([
  "$anchor",
  "$defs",
  "$dynamicAnchor",
  "$dynamicRef",
  "$id",
  "$recursiveAnchor",
  "$recursiveRef",
  "definitions",
]);

/**
 * Refuses a `$id` that changes the meaning of the references below it.
 *
 * Throws `SpecError`.
 */
export function checkId(spot: Spot, sources: Sources): void {
  const id = memberOf(spot, "$id");
  // The `$id` of a whole file is another name for the file; no reference uses it.
  if (id === undefined || spot.pointer === "#" || !holdsReference(spot.value)) return;
  const problem = "changes what the references below it refer to, which is not supported";
  throw sources.fault(id, `$id ${problem}; remove it`);
}

function holdsReference(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isReference(value) || Object.values(value).some(holdsReference);
}

/**
 * The target of `$recursiveRef` or `$dynamicRef`, if a schema has one of them. In one document they
 * lead to the target of a `$ref`, because no other document extends its schemas.
 *
 * @see https://json-schema.org/draft/2019-09/json-schema-core#section-8.2.4.2
 * Throws `SpecError`.
 */
export function dynamicTarget(spot: Spot, sources: Sources): Spot | undefined {
  const dynamic = memberOf(spot, "$dynamicRef");
  if (dynamic !== undefined) return sources.follow(String(dynamic.value), dynamic);
  const recursive = memberOf(spot, "$recursiveRef");
  if (recursive === undefined) return undefined;
  if (recursive.value !== "#") throw sources.fault(recursive, '$recursiveRef can only be "#"');
  const around = sources.around(spot);
  const anchored = around.findLast(({ value }) => {
    return (value as Record<string, unknown> | null)?.["$recursiveAnchor"] === true;
  });
  return anchored ?? around[0];
}
