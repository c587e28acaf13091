import { createRoute, type OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { OperationSpec } from "../operation.ts";
import { requestSchemas } from "./request-schemas.ts";

export type { Route } from "./route.ts";

/** What a document says besides paths and components: `openapi`, `info`, `servers`, `tags`, … */
export type DocumentHead = Parameters<OpenAPIHono["getOpenAPI31Document"]>[0];

/** A head as the document writes it. Its declared type is that of 3.0, which has fewer members. */
export function documentHead(head: object): DocumentHead {
  return head as DocumentHead;
}

/**
 * The routes that the makers make, each when it is first read: most apps read none, and the schemas
 * of all of them take milliseconds.
 */
export function routesOf<Routes>(
  operations: readonly OperationSpec[],
  makers: { readonly [Name in keyof Routes]: () => RouteConfig },
): Routes {
  const routes = {};
  for (const [name, make] of Object.entries<() => RouteConfig>(makers)) {
    Object.defineProperty(routes, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = readable(make(), operations);
        Object.defineProperty(routes, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return routes as Routes;
}

/** The route with schemas that read its parameters. */
function readable(route: RouteConfig, operations: readonly OperationSpec[]): RouteConfig {
  const operation = operations.find(({ id }) => id === route.operationId);
  if (!operation) throw new Error(`The operation table has no ${route.operationId}; generate anew`);
  return createRoute({ ...route, request: { ...requestSchemas(operation), ...route.request } });
}
