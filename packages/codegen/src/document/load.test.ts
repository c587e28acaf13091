import { expect, test } from "vitest";
import { loadDocument } from "./load.ts";

const document = { openapi: "3.1.1", info: { title: "A", version: "1" }, paths: {} };

test("a document is known by the hash of its text", () => {
  const { document: loaded, hash } = loadDocument(JSON.stringify(document));
  expect(loaded).toEqual(document);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(loadDocument(JSON.stringify(document, null, 2)).hash).not.toBe(hash);
});

test.each<[name: string, given: unknown, message: string]>([
  ["not an object", [], "#: is not an object"],
  ["another version", { ...document, openapi: "3.0.3" }, '#/openapi: is "3.0.3"'],
  ["Swagger", { swagger: "2.0" }, '#/openapi: is "2.0"'],
  ["no info", { ...document, info: undefined }, "#/info: is missing"],
  ["no paths", { ...document, paths: undefined }, "#/paths: is missing"],
])("%s is refused", (_, given, message) => {
  expect(() => loadDocument(JSON.stringify(given))).toThrow(message);
});
