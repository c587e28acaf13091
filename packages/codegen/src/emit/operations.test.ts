import { expect, test } from "vitest";
import { bodyOf } from "../testing/context-of.ts";
import { thingsContext } from "../testing/things.ts";
import { emitOperations } from "./operations.ts";

test("the operations in the order of the document, with their imports", () => {
  const { path, text } = emitOperations(thingsContext());
  expect(path).toBe("operations.ts");
  expect(bodyOf(text)).toBe(`import type { OperationSpec } from "@heddle/server-kit";
import * as schemas from "./schemas.ts";

/** Every operation, in the order of the document. */
export const operations: readonly OperationSpec[] = [
  {
    id: "things.read",
    resource: "things",
    verb: "read",
    method: "get",
    path: "/things/{id}",
    access: "read",
    projects: [],
    parameters: [{ in: "path", name: "id", required: true, schema: schemas.Id, kind: "string" }],
    responses: {
      200: { "application/json": { framing: "json", schema: schemas.Thing } },
      404: { "application/json": { framing: "json", schema: schemas.Id } },
    },
  },
  {
    id: "things.readAlias",
    resource: "things",
    verb: "readAlias",
    method: "get",
    path: "/thing/{id}",
    access: "read",
    projects: [],
    parameters: [{ in: "path", name: "id", required: true, schema: schemas.Id, kind: "string" }],
    responses: { 204: {} },
    compatOf: "things.read",
  },
  {
    id: "service.health",
    resource: "service",
    verb: "health",
    method: "get",
    path: "/health",
    access: "public",
    projects: [],
    parameters: [],
    responses: { 204: {} },
  },
];
`);
});
