import type { Operation } from "./operation-object.ts";

/**
 * Groups operations by resource; both keep the order of their first appearance.
 *
 * `Map.groupBy` is missing in Node 20, on which the packed program runs.
 */
export function byResource(operations: readonly Operation[]): Map<string, readonly Operation[]> {
  const grouped = new Map<string, Operation[]>();
  for (const operation of operations) {
    const own = grouped.get(operation.resource);
    if (own === undefined) grouped.set(operation.resource, [operation]);
    else own.push(operation);
  }
  return grouped;
}
