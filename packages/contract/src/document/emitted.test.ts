import type { ServiceApp } from "@heddle/server-kit";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Document } from "../spec/document.ts";
import { services } from "../spec/services.ts";
import { canonicalDocument } from "./canonical.ts";

/** The path of no operation. */
const own = {
  method: "get",
  path: "/of-ones-own/{id}",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: { description: "The id." } },
} as const;

describe.each(services)("$name", ({ document, app, head, kitOperations, operations }) => {
  const emittedBy = (one: ServiceApp): Document =>
    JSON.parse(JSON.stringify(one.getOpenAPI31Document(head))) as Document;

  test("the document of the kit's app is the spec", () => {
    const one = app();
    expect(canonicalDocument(emittedBy(one))).toEqual(canonicalDocument(document));
    expect(emittedBy(one)).toEqual(emittedBy(app()));
  });

  test("a route of one's own is in the document beside them, and is served", async () => {
    const one = app();
    one.openapi(own, (c) => c.text(c.req.valid("param").id));
    const { [own.path]: added, ...paths } = emittedBy(one).paths;
    expect(added).toHaveProperty("get.parameters.0.name", "id");
    expect(paths).toEqual(emittedBy(app()).paths);
    expect(await (await one.request("/of-ones-own/7")).text()).toBe("7");
  });

  test("the kit's operations are those of the spec, in its order", () => {
    expect(kitOperations.map(({ id, method, path }) => [id, method, path])).toEqual(
      operations.map(({ method, path, operation }) => [operation.operationId, method, path]),
    );
  });

  test("a changed member is noticed", () => {
    const other = emittedBy(app()) as unknown as {
      components: { schemas: Record<string, { required?: string[] }> };
    };
    const [one] = Object.values(other.components.schemas).filter(
      ({ required = [] }) => required.length > 0,
    );
    one?.required?.pop();
    expect(canonicalDocument(other as unknown as Document)).not.toEqual(
      canonicalDocument(document),
    );
  });
});
