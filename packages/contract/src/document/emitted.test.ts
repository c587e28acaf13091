import { describe, expect, test } from "vitest";
import type { Document } from "../spec/document.ts";
import { services } from "../spec/services.ts";
import { canonicalDocument } from "./canonical.ts";

describe.each(services)("$name", ({ document, emitted, kitOperations, operations }) => {
  test("the document that the kit's routes describe is the spec", async () => {
    expect(canonicalDocument(await emitted())).toEqual(canonicalDocument(document));
  });

  test("the kit's operations are those of the spec, in its order", () => {
    expect(kitOperations.map(({ id, method, path }) => [id, method, path])).toEqual(
      operations.map(({ method, path, operation }) => [operation.operationId, method, path]),
    );
  });

  test("a changed member is noticed", async () => {
    const other = structuredClone(await emitted()) as unknown as {
      components: { schemas: Record<string, { required?: string[] }> };
    };
    const [one] = Object.values(other.components.schemas).filter(
      ({ required = [] }) => required.length > 0,
    );
    one?.required?.pop();
    expect(canonicalDocument(other as unknown as Document)).not.toEqual(
      canonicalDocument(document),
    );
  });
});
