import type { Operation } from "./operation-object.ts";

/**
 * Operations under their resource, both in the order in which they first come.
 *
 * Written out, since `Map.groupBy` is not in Node 20, on which the packed program runs.
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
