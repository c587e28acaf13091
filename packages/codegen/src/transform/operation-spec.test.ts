import { describe, expect, test } from "vitest";
import { bodyOf, create, said, specOf, specsOf, answered } from "../testing/operation-text.ts";

test("an operation is named, placed and guarded", () => {
  expect(specOf({})).toBe(
    '{ id: "things.create", resource: "things", verb: "create", method: "post", ' +
      'path: "/things", access: "write", projects: [], parameters: [], responses: { 204: {} } }',
  );
});

describe("parts of a specification", () => {
  test.each<[name: string, operation: object, want: string]>([
    [
      "raw members and statuses of a JSON body",
      create,
      'body: { required: true, content: { "application/json": { framing: "json", ' +
        'schema: schemas.Create, raw: ["/val"] } } }, responses: { 204: {} }, ' +
        'invalidStatus: { "/mode": 400 }',
    ],
    [
      "text parts and files of a form",
      bodyOf("multipart/form-data", { $ref: "#/components/schemas/Upload" }),
      '"multipart/form-data": { framing: "multipart", ' +
        'schema: z.looseObject({ project_id: z.string() }), files: ["file", "pages"], ' +
        'optionalFiles: ["pages"], repeatedFiles: ["pages"] }',
    ],
    [
      "bytes, without a schema",
      bodyOf("application/octet-stream", { type: "string", format: "binary" }),
      '"application/octet-stream": { framing: "bytes" }',
    ],
    [
      "an optional body",
      { requestBody: { content: { "text/plain": { schema: { type: "string" } } } } },
      'body: { required: false, content: { "text/plain": { framing: "text", schema: z.string() } } }',
    ],
    [
      "streams, with the schema of one item and without raw members",
      {
        responses: {
          "200": {
            description: "Items.",
            content: {
              "application/jsonl": { schema: { $ref: "#/components/schemas/Create" } },
              "text/event-stream": { schema: { $ref: "#/components/schemas/Name" } },
            },
          },
        },
      },
      'responses: { 200: { "application/jsonl": { framing: "jsonl", schema: schemas.Create }, ' +
        '"text/event-stream": { framing: "sse", schema: schemas.Name } } }',
    ],
    [
      "a url-encoded form",
      bodyOf("application/x-www-form-urlencoded", { $ref: "#/components/schemas/Name" }),
      '"application/x-www-form-urlencoded": { framing: "form", schema: schemas.Name }',
    ],
    [
      "answers for a class of statuses and for all others",
      { responses: { "4xx": { description: "No." }, default: { description: "Any." } } },
      'responses: { "4XX": {}, default: {} }',
    ],
    [
      "the end of a stream",
      {
        responses: {
          "200": {
            description: "Items.",
            content: { "text/event-stream": { schema: true, "x-stream-end": "[DONE]" } },
          },
        },
      },
      'framing: "sse", schema: z.unknown(), end: "[DONE]" }',
    ],
    [
      "integers of 64 bits, by their places",
      bodyOf("application/json", {
        type: "object",
        properties: {
          seed: { type: ["integer", "null"], format: "int64" },
          rows: { type: "array", items: { type: "integer", format: "int64" } },
        },
      }),
      'int64: ["/seed", "/rows/*"] }',
    ],
    [
      "parts of a form that hold JSON, and files with any name",
      bodyOf(
        "multipart/form-data",
        {
          type: "object",
          required: ["meta", "n"],
          properties: {
            meta: { type: "object", properties: { a: { type: "string" } } },
            n: { type: "integer" },
            note: { type: "string" },
          },
          additionalProperties: { type: "string", format: "binary" },
        },
        { encoding: { note: { contentType: "application/json" } } },
      ),
      'files: ["*"], jsonParts: ["meta", "note"] }',
    ],
    [
      "text in another format",
      bodyOf("application/xml", { type: "object" }),
      '"application/xml": { framing: "text" }',
    ],
    [
      "ranges of media types, by their schema",
      {
        responses: {
          "200": {
            description: "Any.",
            content: {
              "*/*": { schema: { $ref: "#/components/schemas/Create" } },
              "application/*": { schema: { type: "string", format: "binary" } },
              "image/*": {},
            },
          },
        },
      },
      '"*/*": { framing: "json", schema: schemas.Create }, ' +
        '"application/*": { framing: "bytes" }, "image/*": { framing: "bytes" }',
    ],
    [
      "a media type with a suffix and a parameter",
      bodyOf("application/problem+json; charset=utf-8", true),
      '"application/problem+json; charset=utf-8": { framing: "json", schema: z.unknown() }',
    ],
    [
      "the projects of a body, found in it",
      { ...create, "x-project": ["/project_id"] },
      'projects: [{ in: "body", at: "/project_id" }]',
    ],
    [
      "an entity and its project, side by side",
      { ...create, "x-project": [["/mode", "/project_id"]] },
      'projects: [{ in: "body", at: "/project_id", entityAt: "/mode" }]',
    ],
    [
      "projects that a finder reads from a member and from the whole body",
      { ...create, "x-project": ["model:/mode", "otel:body"] },
      'projects: [{ in: "body", at: "/mode", by: "model" }, { in: "body", at: "", by: "otel" }]',
    ],
    [
      "beside a project that the kit checks, none that only the handler checks",
      {
        ...create,
        "x-project": ["/project_id", { unchecked: "/mode", why: "the handler leaves it out" }],
      },
      'projects: [{ in: "body", at: "/project_id" }], parameters',
    ],
    [
      "the project of a part",
      {
        ...bodyOf("multipart/form-data", { $ref: "#/components/schemas/Upload" }),
        "x-project": ["part:/project_id"],
      },
      'projects: [{ in: "part", at: "/project_id" }]',
    ],
  ])("%s", (_, operation, want) => {
    expect(specOf(operation)).toContain(want);
  });
});

describe("parameters", () => {
  test.each<[given: object, want: string]>([
    [
      { name: "id", in: "path", required: true, schema: { $ref: "#/components/schemas/Name" } },
      '{ in: "path", name: "id", required: true, schema: schemas.Name, kind: "string" }',
    ],
    [
      { name: "limit", in: "query", schema: { type: ["integer", "null"] } },
      '{ in: "query", name: "limit", required: false, schema: z.int().nullable(), kind: "integer" }',
    ],
    [
      { name: "on", in: "query", schema: { anyOf: [{ type: "boolean" }, { type: "null" }] } },
      'schema: z.union([z.boolean(), z.null()]), kind: "boolean" }',
    ],
    [
      { name: "ids", in: "query", schema: { type: "array" }, style: "form", explode: true },
      'schema: z.array(z.unknown()), kind: "array" }',
    ],
    [
      { name: "ids", in: "query", schema: { type: "array" }, explode: false },
      'kind: "array", explode: false }',
    ],
    [
      {
        name: "filter",
        in: "query",
        schema: { type: "object" },
        style: "deepObject",
        explode: true,
      },
      'kind: "object", style: "deepObject", explode: true }',
    ],
    [{ name: "n", in: "header", schema: { enum: [1, 2] } }, 'kind: "number" }'],
    [
      { name: "a", in: "query", schema: { anyOf: [{ type: "string" }, { type: "integer" }] } },
      'schema: z.union([z.string(), z.int()]), kind: "mixed" }',
    ],
    [
      {
        name: "filter",
        in: "query",
        content: { "application/json": { schema: { type: "object", properties: {} } } },
      },
      'schema: z.looseObject({}), kind: "json" }',
    ],
    [
      { name: "seed", in: "query", schema: { type: "integer", format: "int64" } },
      'kind: "integer", int64: true }',
    ],
    [
      {
        name: "ids",
        in: "query",
        style: "pipeDelimited",
        explode: false,
        schema: { type: "array" },
      },
      'kind: "array", style: "pipeDelimited" }',
    ],
    [
      {
        name: "ids",
        in: "query",
        schema: { type: "array", items: { type: "string" } },
        "x-also-accepts": { delimiter: ",", names: ["refs"] },
      },
      'kind: "array", delimiter: ",", aliases: ["refs"] }',
    ],
  ])("%j", (parameter, want) => {
    const isPath = "in" in parameter && parameter.in === "path";
    const path = isPath ? "/things/{id}" : "/things";
    expect(specOf({ parameters: [parameter] }, path)).toContain(want);
  });

  test("an operation's own parameter replaces the path's", () => {
    const of = (type: string): object => ({ name: "a", in: "query", schema: { type } });
    const spec = specOf({ parameters: [of("integer")] }, "/things", {
      parameters: [of("string"), { ...of("string"), in: "header" }],
    });
    expect(spec).toContain('in: "query", name: "a", required: false, schema: z.int()');
    expect(spec).toContain('in: "header", name: "a", required: false, schema: z.string()');
    expect(spec).not.toContain('in: "query", name: "a", required: false, schema: z.string()');
  });
});

test("a second spelling names its original operation", () => {
  const first = { operationId: "files.create", ...said, ...answered };
  const second = { ...first, operationId: "files.createAlias", "x-compat": { of: "files.create" } };
  const [plain, alias] = specsOf({ "/file": { post: first }, "/files": { post: second } });
  expect(plain).not.toContain("compatOf");
  expect(alias).toContain('compatOf: "files.create"');
});

test("bodies, responses and parameters are found behind references", () => {
  const components = {
    parameters: { Id: { name: "id", in: "path", required: true, schema: { type: "string" } } },
    requestBodies: { Text: { content: { "text/plain": {} } } },
    responses: { Done: { description: "Done.", content: { "text/plain": {} } } },
  };
  const post = {
    operationId: "things.create",
    ...said,
    parameters: [{ $ref: "#/components/parameters/Id" }],
    requestBody: { $ref: "#/components/requestBodies/Text" },
    responses: { "200": { $ref: "#/components/responses/Done" } },
  };
  const [spec] = specsOf({ "/things/{id}": { post } }, components);
  expect(spec).toContain('name: "id"');
  expect(spec).toContain(
    'body: { required: false, content: { "text/plain": { framing: "text" } } }',
  );
  expect(spec).toContain('responses: { 200: { "text/plain": { framing: "text" } } }');
});
