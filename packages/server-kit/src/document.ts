import { OpenAPIHono, type RouteConfig, type z } from "@hono/zod-openapi";

type SecurityScheme = Parameters<OpenAPIHono["openAPIRegistry"]["registerComponent"]>[2];
type Document = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

/** The source of a document: the exports of a generated `routes.ts`. */
export interface DocumentSource {
  /** Everything besides paths and components: `openapi`, `info`, `servers`, `tags`, … */
  readonly head: Readonly<Record<string, unknown>>;
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  readonly components?: Readonly<Record<string, z.ZodType>>;
  readonly routes: readonly RouteConfig[];
}

/** The OpenAPI 3.1 document of a service, as its routes and schemas describe it. */
export function documentOf(source: DocumentSource): Document {
  const { head, securitySchemes = {}, components = {}, routes } = source;
  // This app only collects the document; the operation table answers requests.
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  for (const [name, schema] of Object.entries(components)) registry.register(name, schema);
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    registry.registerComponent("securitySchemes", name, scheme);
  }
  for (const route of routes) registry.registerPath(route);
  return app.getOpenAPI31Document(
    head as unknown as Parameters<typeof app.getOpenAPI31Document>[0],
  );
}
