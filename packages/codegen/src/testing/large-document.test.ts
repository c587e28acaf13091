import { expect, test } from "vitest";
import { createContext } from "../document/create-context.ts";
import { loadDocument } from "../document/load.ts";
import { emitOperations } from "../emit/operations.ts";
import { emitSchemas } from "../emit/schemas.ts";
import { emitTypes } from "../emit/types.ts";
import { largeDocument } from "./large-document.ts";

test("the same seed makes the same document", () => {
  const options = { operations: 4, schemas: 20 };
  expect(largeDocument(options)).toEqual(largeDocument(options));
  expect(largeDocument({ ...options, seed: 2 })).not.toEqual(largeDocument(options));
});

test("a large document is within the supported subset", () => {
  const text = JSON.stringify(largeDocument({ operations: 60, schemas: 160 }));
  const warnings: string[] = [];
  const context = createContext(loadDocument(text), {
    defaultAccess: "public",
    warn: (_, message) => warnings.push(message),
  });
  expect(emitSchemas(context).text).toContain("export const Schema159");
  expect(emitTypes(context).text).toContain("export type Schema159");
  expect(emitOperations(context).text).toContain('"action59"');
  expect(warnings).toEqual([]);
});
