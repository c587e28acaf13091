import type { OperationName } from "./operation-name.ts";

/**
 * The names of routes, by operation id: resource and verb in one, as `callsRead`. If two names are
 * the same (`a.bC` and `aB.c`), the later one gets a number.
 */
export function routeNames(operations: readonly OperationName[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    operations.map(({ id, resource, verb }) => {
      const base = `${resource}${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
      let name = base;
      for (let count = 2; taken.has(name); count++) name = `${base}${count}`;
      taken.add(name);
      return [id, name];
    }),
  );
}
