import { gzipSync } from "node:zlib";
import { z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import type { BytesBody } from "../handler.ts";
import type { ContentSpec, OperationSpec } from "../operation.ts";
import { reply } from "../reply.ts";
import { firstIssue, keeping, oneOperation } from "../testing/one-operation.ts";

const Thing = z.looseObject({ n: z.int() });
const json: ContentSpec = { framing: "json", schema: Thing };
const form: ContentSpec = { framing: "form", schema: Thing };
const bytes: ContentSpec = { framing: "bytes" };
const text: ContentSpec = { framing: "text", schema: z.string() };

function taking(content: Record<string, ContentSpec>, required = true): Partial<OperationSpec> {
  return { body: { required, content } };
}

async function send(
  content: Record<string, ContentSpec>,
  type: string | undefined,
  body: string,
  required = true,
) {
  const { app, given } = keeping(taking(content, required));
  // Bytes, since `Request` labels strings.
  const init = { method: "POST", body: new TextEncoder().encode(body) };
  const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
  const response = await app.request("/", { ...init, headers });
  return { response, body: given[0]?.body };
}

const both = { "application/json": json, "application/x-www-form-urlencoded": form };

test.each([
  ["JSON", both, "application/json", '{"n":1}', { n: 1 }],
  ["a form", both, "application/x-www-form-urlencoded; charset=utf-8", "n=1", { n: 1 }],
  ["no type, where JSON is due", both, undefined, '{"n":1}', { n: 1 }],
  [
    "a suffix that is listed",
    { "application/merge-patch+json": json },
    "application/merge-patch+json",
    '{"n":1}',
    { n: 1 },
  ],
  [
    "any JSON suffix",
    { "application/*+json": json, "text/plain": text },
    "application/x+json",
    '{"n":1}',
    { n: 1 },
  ],
  ["a text", { "application/json": json, "text/plain": text }, "text/plain", "hello", "hello"],
  [
    "a type written with parameters",
    { "application/json; v=1": json },
    "application/json",
    '{"n":1}',
    { n: 1 },
  ],
])("reads %s", async (_name, content, type, body, want) => {
  const sent = await send(content, type, body);
  expect(sent.response.status).toBe(200);
  expect(sent.body).toEqual(want);
});

test.each([
  ["image/png", { "image/*": bytes }, 200],
  ["text/plain", { "image/*": bytes }, 415],
  ["text/plain", { "image/*": bytes, "*/*": bytes }, 200],
  [undefined, { "*/*": bytes }, 200],
  [undefined, { "application/octet-stream": bytes }, 200],
  ["image/png", { "application/octet-stream": bytes }, 200],
  ["image/png", { "application/json": json, "application/octet-stream": bytes }, 200],
  [undefined, { "application/x-www-form-urlencoded": form }, 415],
  ["image/png", both, 415],
])("%s where %j is taken: %i", async (type, content, status) => {
  const { response } = await send(content, type, "x");
  expect(response.status).toBe(status);
});

test("no body is undefined where none is required, whatever the media types", async () => {
  const { app, given } = keeping(
    taking({ "multipart/form-data": { framing: "multipart" } }, false),
  );
  expect((await app.request("/", { method: "POST" })).status).toBe(200);
  expect(given[0]?.body).toBeUndefined();
});

describe("lines of JSON", () => {
  const lines = { "application/jsonl": { framing: "jsonl", schema: Thing } } as const;

  test("are a list, each held to the schema", async () => {
    const { body } = await send(lines, "application/jsonl", '{"n":1}\n\n{"n":2}\r\n');
    expect(body).toEqual([{ n: 1 }, { n: 2 }]);
    const { response } = await send(lines, "application/jsonl", '{"n":1}\n{"n":"x"}');
    expect(await firstIssue(response)).toMatchObject({ loc: ["body", 1, "n"] });
  });

  test("have no more members in all than a body may have, however short they are", async () => {
    const limits = { jsonMembers: 40 };
    const app = oneOperation(taking(lines), () => reply(200, {}), { limits });
    // A line is one, its object another, and each member one more.
    const sent = (count: number): RequestInit => ({
      method: "POST",
      headers: { "content-type": "application/jsonl" },
      body: '{"n":1,"a":2}\n'.repeat(count),
    });
    expect((await app.request("/", sent(10))).status).toBe(200);
    const response = await app.request("/", sent(11));
    expect(response.status).toBe(413);
    expect(await response.text()).toContain("more than 40 objects");
  });
});

describe("bytes", () => {
  const content = { "*/*": bytes };

  test("come as a stream, with their type", async () => {
    const seen: unknown[] = [];
    const app = oneOperation(taking(content), async ({ body }) => {
      const { content: chunks, mediaType } = body as BytesBody;
      seen.push(mediaType);
      for await (const chunk of chunks) seen.push(...chunk);
      return reply(200, {});
    });
    const headers = { "content-type": "Image/PNG; x=1" };
    await app.request("/", { method: "POST", body: new Uint8Array([1, 2]), headers });
    expect(seen).toEqual(["image/png", 1, 2]);
  });

  const whole = oneOperation(
    taking(content),
    async ({ body }) => reply(200, [...(await (body as BytesBody).bytes())]),
    { limits: { bodyBytes: 4, fileBytes: 8 } },
  );
  const streamed = oneOperation(
    taking(content),
    async ({ body }) => {
      let size = 0;
      for await (const chunk of (body as BytesBody).content) size += chunk.byteLength;
      return reply(200, size);
    },
    { limits: { bodyBytes: 4, fileBytes: 8 } },
  );

  test.each([
    ["whole, within the limit of bodies", whole, 4, 200],
    ["whole, over it", whole, 5, 413],
    ["streamed, within the limit of files", streamed, 8, 200],
    ["streamed, over it", streamed, 9, 413],
  ])("%s", async (_name, app, size, status) => {
    const response = await app.request("/", { method: "POST", body: new Uint8Array(size) });
    expect(response.status).toBe(status);
  });

  test.each([
    ["whole", whole, [1, 2, 3]],
    ["streamed", streamed, 3],
  ])("compressed and %s", async (_name, app, expected) => {
    const body = gzipSync(new Uint8Array([1, 2, 3]));
    const headers = { "content-encoding": "gzip" };
    const response = await app.request("/", { method: "POST", body, headers });
    expect([response.status, await response.json()]).toEqual([200, expected]);
  });

  test.each([
    ["whole", whole],
    ["streamed", streamed],
  ])("%s, of an unknown compression, are refused", async (_name, app) => {
    const headers = { "content-encoding": "zstd" };
    const response = await app.request("/", { method: "POST", body: "x", headers });
    expect(response.status).toBe(415);
  });
});
