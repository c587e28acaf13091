import { expect, test } from "vitest";
import type { LoadedDocument } from "./load.ts";
import { head, loadFiles } from "./testing/load-files.ts";

/** A document whose schemas are given as lines under `components.schemas`. */
function withSchemas(...lines: string[]): string {
  return [head, "components:", "  schemas:", ...lines.map((line) => `    ${line}`)].join("\n");
}

function components({ document }: LoadedDocument): unknown {
  return document.components;
}

test("a target in another file becomes a component with the name in its reference", () => {
  const loaded = loadFiles({
    "openapi.yaml": head.replace("paths: {}", "paths: { /pets: { $ref: paths/pets.yaml } }"),
    "paths/pets.yaml": `
parameters: [{ $ref: "../parts.yaml#/parameters/Limit" }]
get:
  responses:
    200: { $ref: "../parts.yaml#/responses/Pets" }
    4XX: { $ref: "../parts.yaml#/responses/Pets" }
  requestBody: { $ref: "../parts.yaml#/bodies/Body" }
  callbacks: { done: { $ref: "../parts.yaml#/callbacks/Done" } }`,
    "parts.yaml": `
parameters: { Limit: { name: limit, in: query, schema: { $ref: schemas/limit.json } } }
responses:
  Pets:
    description: All.
    headers: { ETag: { $ref: "#/headers/ETag" } }
    content:
      application/json:
        schema: { $ref: schemas/pets.yaml#/Pets }
        examples: { one: { $ref: "#/examples/One" } }
    links: { next: { $ref: "#/links/Next" } }
headers: { ETag: { schema: { type: string } } }
examples: { One: { value: [{ $ref: stays.yaml }] } }
links: { Next: { operationId: pets.list } }
bodies: { Body: { content: {} } }
callbacks: { Done: { "{$request.body#/url}": { post: {} } } }`,
    "schemas/limit.json": `{ "type": "integer" }`,
    "schemas/pets.yaml": `
Pets: { type: array, items: { $ref: "#/Pet" } }
Pet: { type: object, properties: { parent: { $ref: "pets.yaml#/Pet" } } }`,
  });
  expect(loaded.document.paths).toEqual({
    "/pets": {
      parameters: [{ $ref: "#/components/parameters/Limit" }],
      get: {
        responses: {
          200: { $ref: "#/components/responses/Pets" },
          "4XX": { $ref: "#/components/responses/Pets" },
        },
        requestBody: { $ref: "#/components/requestBodies/Body" },
        callbacks: { done: { $ref: "#/components/callbacks/Done" } },
      },
    },
  });
  const pet = { $ref: "#/components/schemas/Pet" };
  expect(components(loaded)).toEqual({
    parameters: {
      Limit: { name: "limit", in: "query", schema: { $ref: "#/components/schemas/limit" } },
    },
    schemas: {
      limit: { type: "integer" },
      Pets: { type: "array", items: pet },
      Pet: { type: "object", properties: { parent: pet } },
    },
    responses: {
      Pets: {
        description: "All.",
        headers: { ETag: { $ref: "#/components/headers/ETag" } },
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Pets" },
            examples: { one: { $ref: "#/components/examples/One" } },
          },
        },
        links: { next: { $ref: "#/components/links/Next" } },
      },
    },
    headers: { ETag: { schema: { type: "string" } } },
    examples: { One: { value: [{ $ref: "stays.yaml" }] } },
    links: { Next: { operationId: "pets.list" } },
    requestBodies: { Body: { content: {} } },
    callbacks: { Done: { "{$request.body#/url}": { post: {} } } },
  });
});

test("references in data are data, and $ref may be the name of a property", () => {
  const schema = `A:
      type: object
      properties:
        $ref: { type: string }
        value: { $ref: "#/components/schemas/B" }
      example: { $ref: "https://example.com/none.json" }
      examples: [{ $ref: none.yaml }]
      default: { $ref: none.yaml }
      const: { $ref: none.yaml }
      enum: [{ $ref: none.yaml }]
      x-note: { $ref: none.yaml }
    B: { type: string }`;
  const { document } = loadFiles({ "openapi.yaml": withSchemas(schema) });
  const data = { $ref: "none.yaml" };
  expect(document.components?.schemas?.["A"]).toEqual({
    type: "object",
    properties: { $ref: { type: "string" }, value: { $ref: "#/components/schemas/B" } },
    example: { $ref: "https://example.com/none.json" },
    examples: [data],
    default: data,
    const: data,
    enum: [data],
    "x-note": data,
  });
});

test("files that refer to each other in a circle, and back to the entry", () => {
  const loaded = loadFiles({
    "openapi.yaml": withSchemas("A: { properties: { b: { $ref: b.yaml } } }"),
    "b.yaml":
      "properties: { c: { $ref: c.yaml#/C }, a: { $ref: 'openapi.yaml#/components/schemas/A' } }",
    "c.yaml": "C: { properties: { b: { $ref: ./b.yaml } } }",
  });
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  expect(components(loaded)).toEqual({
    schemas: {
      A: { properties: { b: ref("b") } },
      b: { properties: { c: ref("C"), a: ref("A") } },
      C: { properties: { b: ref("b") } },
    },
  });
});

test("names with special characters", () => {
  const loaded = loadFiles({
    "openapi.yaml": withSchemas(
      "A: { items: { $ref: 'with%20space/a%2Db.yaml#/de~1f/g%20h~0i' } }",
      "B: { items: { $ref: 'with%20space/a%2Db.yaml#/100%25' } }",
    ),
    "with space/a-b.yaml": "{ de/f: { g h~i: { type: string } }, 100%: { type: number } }",
  });
  expect(components(loaded)).toEqual({
    schemas: {
      A: { items: { $ref: "#/components/schemas/g_h_i" } },
      B: { items: { $ref: "#/components/schemas/100" } },
      g_h_i: { type: "string" },
      100: { type: "number" },
    },
  });
});

test("a component that refers to a file takes its content and keeps its name in the entry", () => {
  const loaded = loadFiles({
    "openapi.yaml": withSchemas("Pet: { $ref: pet.yaml }", "Also: { $ref: pet.yaml }"),
    "pet.yaml": "{ properties: { parent: { $ref: pet.yaml } } }",
  });
  const pet = { $ref: "#/components/schemas/Pet" };
  expect(components(loaded)).toEqual({
    schemas: { Pet: { properties: { parent: pet } }, Also: pet },
  });
});

test("maps in files of their own", () => {
  const loaded = loadFiles({
    "openapi.yaml": `openapi: 3.1.1
info: { $ref: info.yaml }
paths: { $ref: paths.yaml }
components: { schemas: { $ref: schemas.yaml } }`,
    "info.yaml": "{ title: A test, version: '1', description: { $ref: about.md } }",
    "about.md": "# About\n",
    "paths.yaml": "/a: { get: { parameters: { $ref: parameters.yaml }, responses: {} } }",
    "parameters.yaml": "- { name: a, in: query, schema: { $ref: schemas.yaml#/A } }",
    "schemas.yaml": "A: { items: { $ref: 'openapi.yaml#/components/schemas/B' } }\nB: {}",
  });
  expect(loaded.document).toEqual({
    openapi: "3.1.1",
    info: { title: "A test", version: "1", description: "# About\n" },
    paths: {
      "/a": {
        get: {
          parameters: [{ name: "a", in: "query", schema: { $ref: "#/components/schemas/A" } }],
          responses: {},
        },
      },
    },
    components: { schemas: { A: { items: { $ref: "#/components/schemas/B" } }, B: {} } },
  });
});

test("a path item replaces the reference to it, together with the members beside the reference", () => {
  const { document } = loadFiles({
    "openapi.yaml": `openapi: 3.1.1
info: { title: A test, version: "1" }
paths:
  /a: { $ref: "#/components/pathItems/A", description: Another., post: { operationId: b } }
  /b: { $ref: items.yaml }
components: { pathItems: { A: { description: One., get: { operationId: a } } } }`,
    "items.yaml": "{ $ref: 'openapi.yaml#/components/pathItems/A' }",
  });
  expect(document.paths).toEqual({
    "/a": { description: "Another.", get: { operationId: "a" }, post: { operationId: "b" } },
    "/b": { description: "One.", get: { operationId: "a" } },
  });
});

test("a target inside another object gets a name", () => {
  const { document } = loadFiles({
    "openapi.yaml": `openapi: 3.1.1
info: { title: A test, version: "1" }
paths:
  /pets/{id}:
    get:
      responses:
        "200": { content: { application/json: { schema: { type: string } } } }
components:
  schemas:
    A: { $ref: "#/paths/~1pets~1%7Bid%7D/get/responses/200/content/application~1json/schema" }
    B: { items: { $ref: "#/components/schemas/C/properties/d" } }
    C: { properties: { d: { oneOf: [{ type: number }] } } }
    D: { items: { $ref: "#/components/schemas/C/properties/d/oneOf/0" } }`,
  });
  expect(document.components?.schemas).toEqual({
    A: { $ref: "#/components/schemas/pets_id_get_200" },
    B: { items: { $ref: "#/components/schemas/C_d" } },
    C: { properties: { d: { oneOf: [{ type: "number" }] } } },
    D: { items: { $ref: "#/components/schemas/C_d_0" } },
    pets_id_get_200: { type: "string" },
    C_d: { oneOf: [{ type: "number" }] },
    C_d_0: { type: "number" },
  });
});

test("anchors, definitions, and references to an enclosing schema", () => {
  const loaded = loadFiles({
    "openapi.yaml": withSchemas(
      "A: { items: { $ref: 'tree.json#leaf' } }",
      "B: { $recursiveAnchor: true, properties: { c: { items: { $recursiveRef: '#' } } } }",
      "C: { $dynamicAnchor: node, items: { $dynamicRef: '#node' } }",
    ),
    "tree.json": `{ "$id": "https://example.com/tree", "$defs": {
      "Leaf": { "$anchor": "leaf", "items": { "$ref": "#" } }
    }, "anyOf": [{ "$ref": "#/$defs/Leaf" }] }`,
  });
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  expect(components(loaded)).toEqual({
    schemas: {
      A: { items: ref("Leaf") },
      B: { properties: { c: { items: ref("B") } } },
      C: { items: ref("C") },
      tree: { anyOf: [ref("Leaf")] },
      Leaf: { items: ref("tree") },
    },
  });
});

test("a mapping refers by name or by reference", () => {
  const { document } = loadFiles({
    "openapi.yaml": withSchemas(
      "Pet:",
      "  discriminator: { propertyName: kind, mapping: { cat: ./cat.yaml, dog: Dog } }",
      "  oneOf: [{ $ref: cat.yaml }, { $ref: '#/components/schemas/Dog' }]",
      "Dog: { type: object }",
    ),
    "cat.yaml": "type: object",
  });
  expect(document.components?.schemas?.["Pet"]).toMatchObject({
    discriminator: { mapping: { cat: "#/components/schemas/cat", dog: "Dog" } },
  });
});

test("with numbered naming, the second of two components with one name gets a number", () => {
  const loaded = loadFiles({
    "openapi.yaml": withSchemas(
      "A: { anyOf: [{ $ref: a/x.yaml }, { $ref: b/x.yaml }, { $ref: b/A.yaml }] }",
    ),
    "a/x.yaml": "type: string",
    "b/x.yaml": "type: number",
    "b/A.yaml": "type: boolean",
  });
  expect(components(loaded)).toEqual({
    schemas: {
      A: { anyOf: ["x", "x_2", "A_2"].map((name) => ({ $ref: `#/components/schemas/${name}` })) },
      x: { type: "string" },
      x_2: { type: "number" },
      A_2: { type: "boolean" },
    },
  });
});

test("every part has the place where it was written", () => {
  const { locate } = loadFiles({
    "openapi.yaml": withSchemas("A: { items: { $ref: 'b.yaml#/B' } }"),
    "b.yaml": "B:\n  properties:\n    c: &c\n      type: string\n    d: *c\n",
  });
  expect(locate("#/components/schemas/A/items")).toEqual({
    file: "openapi.yaml",
    line: 7,
    column: 10,
  });
  expect(locate("#/components/schemas/B/properties/c/type")).toEqual({
    file: "b.yaml",
    line: 4,
    column: 7,
  });
  expect(locate("#/components/schemas/B/properties/d")).toEqual({
    file: "b.yaml",
    line: 5,
    column: 5,
  });
  expect(locate("#/components/schemas/B")?.file).toBe("b.yaml");
});

test("a thousand files", () => {
  const files: Record<string, string> = {
    "openapi.yaml": withSchemas("First: { $ref: '0.yaml' }"),
    "999.yaml": "type: string",
  };
  for (let index = 0; index < 999; index++) {
    files[`${index}.yaml`] = `{ properties: { next: { $ref: "${index + 1}.yaml" } } }`;
  }
  const { document } = loadFiles(files);
  expect(Object.keys(document.components?.schemas ?? {})).toHaveLength(1000);
});

test("path items of the components appear only at the references to them", () => {
  const { document } = loadFiles({
    "openapi.yaml":
      head.replace("{}", '{ /a: { $ref: "#/components/pathItems/A" } }') +
      "components: { pathItems: { A: { get: { operationId: a, responses: {} } } } }\n",
  });
  expect(document.paths).toEqual({ "/a": { get: { operationId: "a", responses: {} } } });
  expect(document.components).toEqual({});
});
