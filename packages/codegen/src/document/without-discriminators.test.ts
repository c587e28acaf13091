import { expect, test } from "vitest";
import type { OpenApiDocument } from "./openapi.ts";
import { withoutDiscriminators } from "./without-discriminators.ts";

const discriminator = { propertyName: "kind" };

test("only the keyword goes, not what happens to have its name", () => {
  const given = {
    openapi: "3.1.1",
    info: {},
    paths: {
      "/a": {
        post: {
          requestBody: {
            content: {
              "application/json": { example: { discriminator }, schema: { discriminator } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        discriminator: { oneOf: [], discriminator },
        Named: { properties: { discriminator: { type: "string" } }, default: { discriminator } },
      },
      examples: { one: { value: { discriminator } } },
    },
    "x-note": { discriminator },
  } as unknown as OpenApiDocument;
  const before = structuredClone(given);
  expect(withoutDiscriminators(given)).toEqual({
    ...before,
    paths: {
      "/a": {
        post: {
          requestBody: {
            content: { "application/json": { example: { discriminator }, schema: {} } },
          },
        },
      },
    },
    components: {
      ...before.components,
      schemas: {
        discriminator: { oneOf: [] },
        Named: { properties: { discriminator: { type: "string" } }, default: { discriminator } },
      },
    },
  });
  expect(given).toEqual(before);
});
