import { describe, expect, test } from "vitest";
import {
  examplesOf,
  operationsOf,
  resolve,
  traceDocument,
  type MediaType,
} from "../spec/document.ts";
import { judgeFor } from "../spec/judge.ts";

const judge = judgeFor(traceDocument);
const operations = operationsOf(traceDocument);

interface Case {
  readonly where: string;
  readonly media: MediaType;
  readonly value: unknown;
}

function casesOf(where: string, content: Readonly<Record<string, MediaType>> | undefined): Case[] {
  return Object.entries(content ?? {}).flatMap(([mediaType, media]) =>
    examplesOf(traceDocument, media).map(({ name, value }) => ({
      where: `${where} ${mediaType} ${name}`,
      media,
      value,
    })),
  );
}

const cases = operations.flatMap(({ operation }) => [
  ...casesOf(`${operation.operationId} request`, operation.requestBody?.content),
  ...Object.entries(operation.responses).flatMap(([status, response]) =>
    casesOf(`${operation.operationId} ${status}`, resolve(traceDocument, response).content),
  ),
]);

test.each(cases)("the example validates: $where", ({ media, value }) => {
  expect(judge.judge(media.schema ?? {}, value)).toEqual({ valid: true, because: "" });
});

describe.each(operations)("$operation.operationId", ({ operation }) => {
  const success = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));

  test("has an example of its request and of its answer, unless they are bytes", () => {
    const bodies = [
      operation.requestBody?.content,
      ...success.map(([, response]) => resolve(traceDocument, response).content),
    ];
    for (const content of bodies) {
      for (const [mediaType, media] of Object.entries(content ?? {})) {
        if (mediaType === "application/octet-stream" || mediaType === "multipart/form-data")
          continue;
        expect(examplesOf(traceDocument, media), mediaType).not.toHaveLength(0);
      }
    }
  });

  test("says who may call it, where its projects stand, and how it fails", () => {
    expect(["public", "read", "write", "admin"]).toContain(operation["x-access"]);
    if (operation["x-access"] !== "public") {
      const places = operation["x-project"] ?? [];
      const refusals = places.length > 0 ? ["401", "403", "404"] : ["401"];
      expect(operation["x-project"]).toBeDefined();
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(refusals));
    }
    expect(success).toHaveLength(1);
  });
});

test("a wrong example would be seen", () => {
  const started = traceDocument.components.schemas["CallStart"] ?? {};
  expect(judge.judge(started, { project_id: "no-slash" }).valid).toBe(false);
  expect(judge.judge(started, { project_id: 7 }).valid).toBe(false);
});
