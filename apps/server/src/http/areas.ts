import { methodsAt, type OperationSpec, routePath, type ServiceSpec } from "@heddle/server-kit";
import type { Hono } from "hono";

/** What the listener has to know of an operation. */
export type MountedOperation = Pick<OperationSpec, "id" | "method" | "path" | "responses">;

/** A service under one of its prefixes. */
export interface MountedService {
  /** As in the spec's folder: `trace`. */
  readonly name: string;
  /** `/traces`; empty for the root. */
  readonly prefix: string;
  /** Its routes, without the prefix. */
  readonly app: Hono;
  readonly operations: readonly MountedOperation[];
  /** Ids of those that have no handler. */
  readonly notBuiltIds: readonly string[];
  /** Ids of operations whose last parameter goes on to the end of the path. */
  readonly slashedTails?: ServiceSpec["slashedTails"];
  /** How whatever goes wrong below the prefix is told. */
  readonly errorBody: ServiceSpec["errorBody"];
}

/** Everything below one prefix, which services may share. */
export interface Area {
  readonly prefix: string;
  /** Where two have an operation at the same place, it is that of the first. */
  readonly services: readonly MountedService[];
  readonly errorBody: ServiceSpec["errorBody"];
  /** The methods at a path of the listener's, as `Allow` writes them; undefined for none. */
  allowedAt(path: string): string | undefined;
}

/** Services by prefix, the longest first, so that the first area that covers a path is its own. */
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

/** The route of an operation below its prefix, as the kit gives it to Hono. */
export function routeOf(service: MountedService, { id, path }: MountedOperation): string {
  return service.prefix + routePath(path, service.slashedTails?.includes(id)).pattern;
}

/** An operation and its service, as logs and metrics name them. */
export interface OperationName {
  readonly service: string;
  readonly operation: string;
}

/** The operation at a route of Hono's, whatever the route calls its parameters. */
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
