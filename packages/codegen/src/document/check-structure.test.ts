import { expect, test } from "vitest";
import { loadDocument } from "./load.ts";

const head = { openapi: "3.1.1", info: { title: "A", version: "1" } };
const responses = { "200": { description: "Done." } };

function load(members: object) {
  return loadDocument(JSON.stringify({ ...head, paths: {}, ...members }));
}

const operation = (members: object): object => ({
  paths: { "/a": { get: { responses, ...members } } },
});
const schema = (value: unknown): object => ({ components: { schemas: { A: value } } });
const parameter = (value: unknown): object => operation({ parameters: [value] });

test.each<[name: string, given: object, message: string]>([
  [
    "a path without /",
    { paths: { a: {} } },
    "#/paths/a: is not a path, since paths start with /; write /a",
  ],
  ["a lone brace", { paths: { "/{a": {} } }, "#/paths/~1{a: has a brace that does not belong"],
  ["a parameter twice", { paths: { "/{a}/{a}": {} } }, "has {a} twice; give the parameters two"],
  ["text as a path item", { paths: { "/a": "b" } }, "#/paths/~1a: is text; an object goes here"],
  ["an empty operation", { paths: { "/a": { get: null } } }, "#/paths/~1a/get: is empty"],
  ["a list of responses", operation({ responses: [] }), "/responses: is a list; an object goes"],
  ["text as a response", operation({ responses: { "200": "b" } }), "/200: is text; an object goes"],
  [
    "a map of parameters",
    operation({ parameters: { a: {} } }),
    "/parameters: is an object; a list",
  ],
  ["an empty parameter", operation({ parameters: [null] }), "/parameters/0: is empty; an object"],
  ["no name", parameter({ in: "query" }), "/parameters/0: is a parameter without a name"],
  [
    "no place",
    parameter({ name: "a" }),
    "/0: lacks `in`: query, header, path or cookie goes there",
  ],
  ["Swagger's body", parameter({ name: "a", in: "body" }), "cookie goes; describe a requestBody"],
  ["a list as text", operation({ summary: ["a"] }), "/summary: is a list; text goes here"],
  ["text as tags", operation({ tags: "a" }), "/tags: is text; a list goes here"],
  ["yes", operation({ deprecated: "yes" }), "/deprecated: is text; true or false goes here"],
  ["text as a schema", schema("string"), "#/components/schemas/A: is text; a schema goes here"],
  ["an empty schema", schema(null), "#/components/schemas/A: is empty; a schema goes here"],
  ["a list of properties", schema({ properties: [] }), "/properties: is a list; an object goes"],
  ["text in allOf", schema({ allOf: ["A"] }), "/allOf/0: is text; a schema goes here"],
  ["a map as oneOf", schema({ oneOf: {} }), "/oneOf: is an object; a list goes here"],
  ["no types", schema({ type: [] }), "/type: lists no type; name one, or remove it"],
  ["text as discriminator", schema({ discriminator: "a" }), "/discriminator: is text; an object"],
  ["text as servers", { servers: "http://a" }, "#/servers: is text; a list goes here"],
  ["text as a server", { servers: ["http://a"] }, "#/servers/0: is text; an object goes here"],
])("%s is refused", (_, given, message) => {
  expect(() => load(given)).toThrow(message);
});

test("all problems are reported at once", () => {
  expect(() => load({ servers: "a", ...schema("b") })).toThrow(/#\/servers.*\n.*schemas\/A/);
});

test("empty members are removed", () => {
  const { document, remarks } = load({
    tags: null,
    paths: {
      "/a": { summary: null, get: { tags: null, parameters: null, responses: { "204": null } } },
      "/b": null,
    },
    ...schema({ type: "string", description: null, enum: null, default: null, const: null }),
  });
  expect(document).toEqual({
    ...head,
    paths: { "/a": { get: { responses: { "204": {} } } }, "/b": {} },
    ...schema({ type: "string", default: null, const: null }),
  });
  expect(remarks).toEqual([]);
});

test("classes of statuses are written in capitals", () => {
  const given = { "2xx": { description: "A." }, default: { description: "B." } };
  const { document } = load(operation({ responses: given }));
  const responses = { "2XX": given["2xx"], default: given.default };
  expect(document).toEqual({ ...head, ...operation({ responses }) });
});

test("unknown members are left out, and extensions stay", () => {
  const given = {
    description: "A.",
    schema: {},
    "x-a": 1,
    headers: { H: { name: "H", type: "a" } },
  };
  const { document, remarks } = load(operation({ responses: { "200": given }, produces: ["b"] }));
  const want = { description: "A.", "x-a": 1, headers: { H: {} } };
  expect(document).toEqual({ ...head, ...operation({ responses: { "200": want } }) });
  expect(remarks.map(({ message }) => message)).toEqual([
    "schema is not a member of a response: left out",
    "name is not a member of a header: left out",
    "type is not a member of a header: left out",
    "produces is not a member of an operation: left out",
  ]);
});

test("a number in place of text becomes text", () => {
  const { document } = load({
    info: { title: 1, version: 1.5 },
    ...operation({ tags: [1, true] }),
  });
  expect(document).toEqual({
    ...head,
    info: { title: "1", version: "1.5" },
    ...operation({ tags: ["1", "true"] }),
  });
});

test.each<[name: string, given: object, want: object, remark: string]>([
  [
    "null in a list of types",
    schema({ type: ["a", null] }),
    schema({ type: ["a", "null"] }),
    'read as "null"',
  ],
  ["null as a type", schema({ type: null }), schema({ type: "null" }), 'read as the type "null"'],
  [
    "true as text",
    operation({ deprecated: "true" }),
    operation({ deprecated: true }),
    "read as true",
  ],
  [
    "an unknown method",
    { paths: { "/a": { fetch: 1 } } },
    { paths: { "/a": {} } },
    "fetch is not a member of a path item: left out",
  ],
])("%s causes a remark", (_, given, want, remark) => {
  const { document, remarks } = load(given);
  expect(document).toEqual({ ...head, paths: {}, ...want });
  expect(remarks).toEqual([
    { pointer: expect.any(String), message: expect.stringContaining(remark) },
  ]);
});

test.each([
  ["/a?b=c", "has a ? or #, which a path cannot have: the server never matches it"],
  ["/a#b", "has a ? or #, which a path cannot have: the server never matches it"],
  ["/x/{b}", "is the same path as /x/{a}: the first one answers the requests of both"],
])("%s causes a remark", (path, message) => {
  const { remarks } = load({ paths: { "/x/{a}": {}, [path]: {} } });
  expect(remarks).toEqual([{ pointer: `#/paths/${path.replaceAll("/", "~1")}`, message }]);
});

test("a body that no client can send causes a remark", () => {
  const { remarks } = load(operation({ requestBody: { content: {} } }));
  expect(remarks).toEqual([
    {
      pointer: "#/paths/~1a/get/requestBody",
      message: "fetch cannot send a body with GET: the client cannot call this operation",
    },
  ]);
});

test("an example that is not an object is left out", () => {
  const content = { "application/json": { examples: { a: 5, b: { value: 1 } } } };
  const { document } = load(operation({ responses: { "200": { content } } }));
  const left = { "application/json": { examples: { b: { value: 1 } } } };
  expect(document).toEqual({ ...head, ...operation({ responses: { "200": { content: left } } }) });
});
