import { describe, expect, test } from "vitest";
import { flat } from "../print/code.ts";
import { contextOf } from "../testing/context-of.ts";
import { operationsOf } from "./operation-object.ts";
import { responseObject, routeConfig } from "./route-config.ts";

const components = {
  headers: { Id: { schema: { type: "string" } } },
  parameters: { Name: { name: "n", in: "query", schema: { $ref: "#/components/schemas/Name" } } },
  examples: { One: { value: { a: 1 } } },
  responses: { "Not-Found": { description: "No." } },
};
const schemas = { Name: { type: "string" } };

function routeOf(operation: object): string {
  const post = {
    operationId: "things.create",
    "x-access": "public",
    responses: { "404": { $ref: "#/components/responses/Not-Found" } },
    ...operation,
  };
  const context = contextOf({ schemas, components, paths: { "/things": { post } } });
  return operationsOf(context)
    .map((one) => flat(routeConfig(one, context)))
    .join();
}

describe("routes", () => {
  test.each<[name: string, operation: object, want: string]>([
    [
      "texts and extensions are kept, and responses refer to the components",
      { summary: "Create.", tags: ["things"], "x-note": { $ref: "not a reference" } },
      '{ method: "post", path: "/things", operationId: "things.create", "x-access": "public", ' +
        'summary: "Create.", tags: ["things"], "x-note": { $ref: "not a reference" }, ' +
        'responses: { "404": responses["Not-Found"] } }',
    ],
    [
      "parameters stay as they are written",
      { parameters: [{ $ref: "#/components/parameters/Name" }, { name: "a", in: "query" }] },
      'parameters: [parameters.Name, { name: "a", in: "query" }]',
    ],
    [
      "extensions that the types of routes do not know are spread",
      { responses: { "204": { description: "Done.", "x-note": 1 } } },
      'responses: { "204": { description: "Done.", ...{ "x-note": 1 } } }',
    ],
    [
      "JSON is described by zod, with its examples",
      {
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Name" },
              examples: { one: { $ref: "#/components/examples/One" } },
            },
          },
        },
      },
      'request: { body: { required: true, content: { "application/json": ' +
        "{ schema: schemas.Name, examples: { one: { value: { a: 1 } } } } } } }",
    ],
    [
      "streams, forms and bytes are described by the written schema",
      {
        responses: {
          "200": {
            description: "Items.",
            headers: { "X-Id": { $ref: "#/components/headers/Id" } },
            content: { "application/jsonl": { schema: { $ref: "#/components/schemas/Name" } } },
          },
        },
      },
      'responses: { "200": { description: "Items.", headers: { "X-Id": headers.Id }, content: ' +
        '{ "application/jsonl": { schema: { $ref: "#/components/schemas/Name" } } } } }',
    ],
    [
      "an example is data, whatever it contains",
      {
        responses: {
          "200": {
            description: "One.",
            content: { "text/plain": { example: { $ref: "#/nowhere" } } },
          },
        },
      },
      '"text/plain": { example: { $ref: "#/nowhere" } }',
    ],
  ])("%s", (_, operation, want) => {
    expect(routeOf(operation)).toContain(want);
  });

  test("a response of the components is written at its definition", () => {
    const context = contextOf({ components });
    expect(flat(responseObject(components.responses["Not-Found"], context, "#"))).toBe(
      '{ description: "No." }',
    );
  });
});
