import type { Context, ContextOptions } from "../document/context.ts";
import { contextOf } from "./context-of.ts";

/** A service with two resources, small enough to read its outputs in a test. */
export function thingsContext(options: ContextOptions = {}): Context {
  const id = { $ref: "#/components/schemas/Id" };
  const json = (schema: object): object => ({ "application/json": { schema } });
  const guard = { "x-access": "read", "x-project": { none: "of a test" } };
  return contextOf(
    {
      tags: [{ name: "things", description: "What there is." }],
      schemas: {
        Thing: {
          description: "One of them.",
          type: "object",
          required: ["id"],
          properties: { id, blob: { type: "string", format: "binary" } },
        },
        Id: { type: "string" },
      },
      components: {
        responses: { Missing: { description: "It is not there.", content: json(id) } },
        securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      },
      paths: {
        "/things/{id}": {
          get: {
            operationId: "things.read",
            tags: ["things"],
            summary: "Read a thing",
            ...guard,
            parameters: [{ name: "id", in: "path", required: true, schema: id }],
            responses: {
              "200": {
                description: "The thing.",
                content: json({ $ref: "#/components/schemas/Thing" }),
              },
              "404": { $ref: "#/components/responses/Missing" },
            },
          },
        },
        "/thing/{id}": {
          get: {
            operationId: "things.readAlias",
            ...guard,
            "x-compat": { of: "things.read", why: "Older clients." },
            parameters: [{ name: "id", in: "path", required: true, schema: id }],
            responses: { "204": { description: "Nothing." } },
          },
        },
        "/health": {
          get: {
            operationId: "service.health",
            "x-access": "public",
            responses: { "204": { description: "Up." } },
          },
        },
      },
    },
    { service: "things", ...options },
  );
}
