import { methodsAt, type OperationSpec, routePath, type ServiceSpec } from "@heddle/server-kit";
import type { Hono } from "hono";

/** The parts of an operation that the listener uses. */
export type MountedOperation = Pick<OperationSpec, "id" | "method" | "path" | "responses">;

/** A service mounted under one prefix. */
export interface MountedService {
  /** The name of its folder in the spec: `trace`. */
  readonly name: string;
  /** `/traces`; empty for the root. */
  readonly prefix: string;
  /** The app with the service's routes, without the prefix. */
  readonly app: Hono;
  readonly operations: readonly MountedOperation[];
  /** Ids of the operations without a handler. */
  readonly notBuiltIds: readonly string[];
  /** Ids of operations whose last parameter may contain slashes: it ends with the path. */
  readonly slashedTails?: ServiceSpec["slashedTails"];
  /** Makes the body of every error below the prefix. */
  readonly errorBody: ServiceSpec["errorBody"];
}

/** The services below one prefix. */
export interface Area {
  readonly prefix: string;
  /** If two services have an operation at one path, the first service answers. */
  readonly services: readonly MountedService[];
  readonly errorBody: ServiceSpec["errorBody"];
  /**
   * The methods that the listener has at a path, as text for the header `Allow`; undefined for
   * none.
   */
  allowedAt(path: string): string | undefined;
}

/**
 * Groups services by prefix, the longest prefix first: the first area that covers a path is the
 * right one.
 */
export function areasOf(services: readonly MountedService[]): readonly Area[] {
  const byPrefix = Map.groupBy(services, ({ prefix }) => prefix);
  const areas = [...byPrefix.values()].flatMap((group) => areaOf(group));
  return areas.toSorted((one, other) => other.prefix.length - one.prefix.length);
}

function areaOf(services: readonly MountedService[]): readonly Area[] {
  const [first] = services;
  if (first === undefined) return [];
  const { prefix, errorBody } = first;
  const methods = methodsAt(services);
  const allowedAt = (path: string): string | undefined => methods(path.slice(prefix.length));
  return [{ prefix, services, errorBody, allowedAt }];
}

/** The area that a path lies in. */
export function areaAt(areas: readonly Area[], path: string): Area {
  const found = areas.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  if (found === undefined) throw new Error("No service is mounted at the root.");
  return found;
}

/** The route of an operation with its prefix, in the form that the kit gives to Hono. */
export function routeOf(service: MountedService, { id, path }: MountedOperation): string {
  return service.prefix + routePath(path, service.slashedTails?.includes(id)).pattern;
}

/** The names of an operation and its service in logs and metrics. */
export interface OperationName {
  readonly service: string;
  readonly operation: string;
}

/** Finds the operation of a route in Hono, whatever names the route gives its parameters. */
export function operationNames(
  services: readonly MountedService[],
): (method: string, route: string) => OperationName | undefined {
  const names = new Map<string, OperationName>();
  for (const service of services) {
    for (const operation of service.operations) {
      const place = placeOf(operation.method.toUpperCase(), routeOf(service, operation));
      if (!names.has(place)) names.set(place, { service: service.name, operation: operation.id });
    }
  }
  return (method, route) => names.get(placeOf(method === "HEAD" ? "GET" : method, route));
}

function placeOf(method: string, route: string): string {
  return `${method} ${route.replaceAll(/:[^/]+/g, ":")}`;
}
