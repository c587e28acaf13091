import { traceDocument as emittedByTheKit } from "@heddle/server-kit/trace";
import { expect, test } from "vitest";
import { traceDocument, type Document } from "../spec/document.ts";
import { canonicalDocument } from "./canonical.ts";

const emitted = async (): Promise<Document> =>
  JSON.parse(JSON.stringify(await emittedByTheKit())) as Document;

test("the document that the kit's routes describe is the spec", async () => {
  expect(canonicalDocument(await emitted())).toEqual(canonicalDocument(traceDocument));
});

test("a member that differs would be seen", async () => {
  const document = structuredClone(await emitted()) as unknown as {
    components: { schemas: Record<string, { required?: string[] }> };
  };
  document.components.schemas["CallStarted"]?.required?.pop();
  expect(canonicalDocument(document as unknown as Document)).not.toEqual(
    canonicalDocument(traceDocument),
  );
});
