import { OpenAPIHono, type RouteConfig, type z } from "@hono/zod-openapi";
import type { DocumentHead } from "./routes/routes-of.ts";

/** What an app knows of its document: `app.openAPIRegistry`. */
export type Registry = OpenAPIHono["openAPIRegistry"];

type SecurityScheme = Parameters<Registry["registerComponent"]>[2];
type Document = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

/** The source of a document: the exports of a generated `routes.ts`. */
export interface DocumentSource {
  readonly head: DocumentHead;
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  readonly components?: Readonly<Record<string, z.ZodType>>;
  /**
   * By name, in the order of the document. Each is a `RouteConfig`, which is not declared here:
   * the compiler would compare every generated route with it.
   */
  readonly routes: object;
}

/** The OpenAPI 3.1 document of a service, as its routes and schemas describe it. */
export function documentOf(source: DocumentSource): Document {
  // This app only collects the document; it answers nothing.
  const app = new OpenAPIHono();
  registerDocument(app.openAPIRegistry, source);
  return app.getOpenAPI31Document(source.head);
}

/**
 * Adds the named schemas and the security schemes of a document to a registry.
 *
 * Routes name schemas that only a component defines, so an app of your own needs them for a whole
 * document.
 *
 * @example
 * const app = new OpenAPIHono();
 * registerComponents(app.openAPIRegistry, trace); // import * as trace from "@heddle/server-kit/trace/routes"
 */
export function registerComponents(
  registry: Registry,
  { components = {}, securitySchemes = {} }: Omit<DocumentSource, "routes" | "head">,
): void {
  for (const [name, schema] of Object.entries(components)) registry.register(name, schema);
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    registry.registerComponent("securitySchemes", name, scheme);
  }
}

/** Adds everything of a document to a registry. */
export function registerDocument(registry: Registry, source: DocumentSource): void {
  registerComponents(registry, source);
  for (const route of Object.values(source.routes) as RouteConfig[]) registry.registerPath(route);
}
