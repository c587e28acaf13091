/**
 * What an update of openapi-typescript may break. We call the transforms behind its entry point,
 * because the entry point lints and bundles first, which costs more than all the rest. So these
 * tests hold our use of the transforms to the entry point itself.
 */
import { fileURLToPath } from "node:url";
import openapiTS, {
  astToString,
  NULL,
  resolveRef,
  transformSchema,
  transformSchemaObject,
} from "openapi-typescript";
import type { OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { createContext } from "../document/create-context.ts";
import { loadFile } from "../document/load.ts";
import { typesDocument } from "../prepare/types-document.ts";
import { thingsContext } from "../testing/things.ts";
import { interfacesOf, ownType } from "./types.ts";

const repository = fileURLToPath(new URL("../../../../", import.meta.url));

function documentAt(path: string): OpenAPI3 {
  const context = createContext(loadFile(repository + path), { defaultAccess: "public" });
  return typesDocument(context) as unknown as OpenAPI3;
}

describe("after an update of openapi-typescript", () => {
  test.each<[name: string, use: string, value: unknown]>([
    ["transformSchema", "emit/types.ts makes all interfaces with it", transformSchema],
    ["transformSchemaObject", "emit/types.ts makes items of tuples with it", transformSchemaObject],
    ["resolveRef", "emit/types.ts gives it to the transforms", resolveRef],
    ["astToString", "emit/types.ts and emit/named-types.ts print with it", astToString],
    ["NULL", "emit/types.ts adds it to unions", NULL],
  ])("%s is still exported: %s", (_name, _use, value) => {
    expect(value).toBeDefined();
  });

  test.each([
    "packages/codegen/src/fixtures/everything/openapi.yaml",
    "spec/trace/openapi.yaml",
    "spec/training/openapi.yaml",
    "spec/inference/openapi.yaml",
  ])("the interfaces of %s are those of its entry point", async (path) => {
    // The entry point changes the document that it is given.
    const whole = await openapiTS(structuredClone(documentAt(path)), {
      silent: true,
      defaultNonNullable: false,
      emptyObjectsUnknown: true,
      transform: ownType,
    });
    const direct = astToString(interfacesOf(documentAt(path)));
    expect(direct.length).toBeGreaterThan(1_000);
    expect(direct).toBe(astToString(whole));
  });

  test("its nodes are of the same compiler as ours", () => {
    expect(ts.isLiteralTypeNode(NULL)).toBe(true);
    const nodes = interfacesOf(typesDocument(thingsContext()) as unknown as OpenAPI3);
    const names = nodes.filter(ts.isInterfaceDeclaration).map(({ name }) => name.text);
    expect(names).toEqual(expect.arrayContaining(["paths", "components", "operations"]));
  });
});
