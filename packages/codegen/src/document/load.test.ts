import { expect, test } from "vitest";
import { loadDocument } from "./load.ts";

const document = { openapi: "3.1.1", info: { title: "A", version: "1" }, paths: {} };

test.each<[name: string, given: unknown, message: string]>([
  ["not an object", [], "document.json:1:1: #: is not an object"],
  [
    "OpenAPI 3.2",
    { ...document, openapi: "3.2.0" },
    'document.json:1:2: #/openapi: is "3.2.0"; versions 3.1 and 3.0 can be read',
  ],
  [
    "Swagger",
    { swagger: "2.0", ...document },
    "document.json:1:2: #/swagger: is Swagger 2.0, an older format; convert the document",
  ],
  ["a number", { ...document, openapi: 3.1 }, '#/openapi: is not text; write "3.1.1"'],
  ["no version", { ...document, openapi: undefined }, "#: has no `openapi` member"],
  ["no info", { ...document, info: undefined }, "#: info is missing"],
  ["text as info", { ...document, info: "A" }, "#/info: is not an object"],
  ["no paths", { ...document, paths: undefined }, "#: paths is missing"],
  ["a list of paths", { ...document, paths: [] }, "#/paths: is not an object"],
])("%s is refused", (_, given, message) => {
  expect(() => loadDocument(JSON.stringify(given))).toThrow(message);
});

test("a document may have only webhooks", () => {
  const given = { ...document, paths: undefined, webhooks: {} };
  expect(loadDocument(JSON.stringify(given)).document.paths).toEqual({});
});

test.each([
  ["#/info/title", 1, 28],
  ["#/info", 1, 20],
  ["#/info/missing/member", 1, 20],
  ["#", 1, 1],
])("%s is in line %i, column %i", (pointer, line, column) => {
  const { locate } = loadDocument(JSON.stringify(document));
  expect(locate(pointer)).toEqual({ file: "document.json", line, column });
});
