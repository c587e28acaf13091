/**
 * The keywords of JSON Schema by which schemas are known to references, and those that refer by
 * them. A bundle has none of them: what they come to is said by `$ref` and component names.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2
 */
import { isReference } from "./is-reference.ts";
import { memberOf } from "./spot.ts";
import type { Sources } from "./sources.ts";
import type { Spot } from "./spot.ts";

/**
 * Members of a schema by which others refer to it or into it. After bundling nobody does, and an
 * `$id` would change what the references inside of it mean.
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
 * Refuses an `$id` that changes what references below it mean.
 *
 * Throws `SpecError`.
 */
export function checkId(spot: Spot, sources: Sources): void {
  const id = memberOf(spot, "$id");
  // Of a whole file, `$id` is another name for the file, which references do not go by.
  if (id === undefined || spot.pointer === "#" || !holdsReference(spot.value)) return;
  const problem = "changes what the references below it refer to, which is not supported";
  throw sources.fault(id, `$id ${problem}; remove it`);
}

function holdsReference(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isReference(value) || Object.values(value).some(holdsReference);
}

/**
 * What `$recursiveRef` or `$dynamicRef` lead to, if a schema has one of them. In one document they
 * lead where a `$ref` would: nobody extends its schemas from outside.
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
