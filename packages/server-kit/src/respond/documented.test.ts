import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { Conflict } from "../errors.ts";
import type { ContentSpec, OperationSpec } from "../operation.ts";
import { bytes, reply } from "../reply.ts";
import { oneOperation } from "../testing/one-operation.ts";

function json(member: string, mediaType = "application/json"): Record<string, ContentSpec> {
  return { [mediaType]: { framing: "json", schema: z.looseObject({ [member]: z.literal(true) }) } };
}

const responses: OperationSpec["responses"] = {
  200: json("exact"),
  204: {},
  "2XX": json("ofClass"),
  "4XX": json("refused", "application/problem+json"),
  default: json("other"),
};

async function answer(status: number, body?: object) {
  const made = body === undefined ? reply(status) : reply(status, body);
  const response = await oneOperation({ responses }, () => made, { checkResponses: true }).request(
    "/",
    { method: "POST" },
  );
  return response;
}

test.each([
  [200, { exact: true }],
  [201, { ofClass: true }],
  [404, { refused: true }],
  [503, { other: true }],
])("%i is what the nearest entry documents", async (status, body) => {
  expect((await answer(status, body)).status).toBe(status);
});

test.each([
  [200, { ofClass: true }],
  [201, { exact: true }],
  [404, { other: true }],
  [503, { refused: true }],
  [204, { exact: true }],
  [404, undefined],
])("%i with %j is not", async (status, body) => {
  expect((await answer(status, body)).status).toBe(500);
});

test("a JSON type of another name is named in the answer", async () => {
  const response = await answer(404, { refused: true });
  expect(response.headers.get("content-type")).toBe("application/problem+json");
});

test("an error of the kit is checked against the entry of its class", async () => {
  const errorBody = () => ({ refused: true });
  const app = oneOperation(
    { responses: { "4XX": json("refused") } },
    () => {
      throw new Conflict("taken");
    },
    { checkResponses: true, errorBody },
  );
  const response = await app.request("/", { method: "POST" });
  expect([response.status, await response.json()]).toEqual([409, { refused: true }]);
});

test.each([
  ["a range of types is none", { "image/*": { framing: "bytes" } }, {}, "application/octet-stream"],
  [
    "unless the reply says which",
    { "image/*": { framing: "bytes" } },
    { mediaType: "image/png" },
    "image/png",
  ],
  ["a text", { "text/html": { framing: "text" } }, {}, "text/html"],
] satisfies [string, Record<string, ContentSpec>, { mediaType?: string }, string][])(
  "bytes: %s",
  async (_name, contents, options, want) => {
    const app = oneOperation({ responses: { 200: contents } }, () => bytes("<p>é", options));
    const response = await app.request("/", { method: "POST" });
    expect(response.headers.get("content-type")).toBe(want);
    expect(await response.text()).toBe("<p>é");
  },
);
