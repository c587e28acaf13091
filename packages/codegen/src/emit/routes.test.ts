import { expect, test } from "vitest";
import { bodyOf, contextOf } from "../testing/context-of.ts";
import { thingsContext } from "../testing/things.ts";
import { emitRoutes } from "./routes.ts";

test("routes, their shared constants, and the other parts of the document", () => {
  const { path, text } = emitRoutes(thingsContext());
  expect(path).toBe("routes.ts");
  expect(bodyOf(text)).toBe(`import type { RouteConfig } from "@hono/zod-openapi";
import { z } from "@hono/zod-openapi";
import type { operations as Operations } from "./types.ts";
import { documentHead, type DocumentHead, type Route, routesOf } from "@heddle/server-kit";
import { operations } from "./operations.ts";
import * as schemas from "./schemas.ts";

/** What the document says besides paths and components. */
export const head: DocumentHead = documentHead({
  openapi: "3.1.1",
  info: { title: "A test", version: "1.0.0" },
  tags: [{ name: "things", description: "What there is." }],
});

/** How callers say who they are; components of the document. */
export const securitySchemes = { bearer: { type: "http", scheme: "bearer" } } as const;

/** The named schemas, each after those it is made of; to be registered in this order. */
export const components: Readonly<Record<string, z.ZodType>> = {
  Id: schemas.Id,
  Thing: schemas.Thing,
};

const responses = {
  Missing: {
    description: "It is not there.",
    content: { "application/json": { schema: schemas.Id } },
  },
} satisfies RouteConfig["responses"];

/** The routes of A test, as \`OpenAPIHono.openapi\` takes them. */
export interface ThingsRoutes {
  /** Read a thing. */
  readonly thingsRead: Route<"get", "/things/{id}", Operations["things.read"]>;
  readonly thingsReadAlias: Route<"get", "/thing/{id}", Operations["things.readAlias"]>;
  readonly serviceHealth: Route<"get", "/health", Operations["service.health"]>;
}

/** One route an operation, in the order of the document. */
export const routes: ThingsRoutes = routesOf<ThingsRoutes>(
  operations,
  {
    thingsRead: () => ({
      method: "get",
      path: "/things/{id}",
      operationId: "things.read",
      tags: ["things"],
      summary: "Read a thing",
      "x-access": "read",
      "x-project": { none: "of a test" },
      parameters: [
        { name: "id", in: "path", required: true, schema: { $ref: "#/components/schemas/Id" } },
      ],
      responses: {
        "200": {
          description: "The thing.",
          content: { "application/json": { schema: schemas.Thing } },
        },
        "404": responses.Missing,
      },
    }),
    thingsReadAlias: () => ({
      method: "get",
      path: "/thing/{id}",
      operationId: "things.readAlias",
      "x-access": "read",
      "x-project": { none: "of a test" },
      "x-compat": { of: "things.read", why: "Older clients." },
      parameters: [
        { name: "id", in: "path", required: true, schema: { $ref: "#/components/schemas/Id" } },
      ],
      responses: { "204": { description: "Nothing." } },
    }),
    serviceHealth: () => ({
      method: "get",
      path: "/health",
      operationId: "service.health",
      "x-access": "public",
      responses: { "204": { description: "Up." } },
    }),
  },
);
`);
});

test("a document without operations has no types of them to import", () => {
  expect(bodyOf(emitRoutes(contextOf({})).text)).toContain(`import { z } from "@hono/zod-openapi";
import { documentHead, type DocumentHead, routesOf } from "@heddle/server-kit";
import { operations } from "./operations.ts";

`);
});

test("a parameter that refers to another is described like that one", () => {
  const read = { parameters: [{ $ref: "#/components/parameters/A" }], responses: {} };
  const parameters = {
    A: { $ref: "#/components/parameters/B" },
    B: { name: "b", in: "query", schema: { type: "string" } },
  } as const;
  const context = contextOf(
    { paths: { "/a": { get: read } }, components: { parameters } },
    { defaultAccess: "public" },
  );
  expect(emitRoutes(context).text).toContain(`const parameters = {
  A: { name: "b", in: "query", schema: { type: "string" } },
  B: {`);
});
