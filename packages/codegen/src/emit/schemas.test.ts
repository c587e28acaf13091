import { expect, test } from "vitest";
import { bodyOf, contextOf } from "../testing/context-of.ts";
import { emitSchemas } from "./schemas.ts";

test("one definition a schema, named and erased", () => {
  const context = contextOf({
    schemas: {
      Call: {
        type: "object",
        required: ["id"],
        properties: { id: { $ref: "#/components/schemas/Id" } },
      },
      Id: { type: "string" },
    },
  });
  const { path, text } = emitSchemas(context);
  expect(path).toBe("schemas.ts");
  expect(text).toContain(`Bundle: sha256 ${context.hash}`);
  expect(bodyOf(text)).toBe(`import { z } from "@hono/zod-openapi";
import { component } from "@heddle/server-kit";

export const Id: z.ZodType = component("Id", z.string());

export const Call: z.ZodObject = component("Call", z.looseObject({ id: Id }));
`);
});
