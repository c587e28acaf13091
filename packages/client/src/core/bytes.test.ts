import { expect, test } from "vitest";
import { connectionTo } from "../testing/in-process.ts";

const protobuf = "application/x-protobuf";
const api = connectionTo(async (request) => {
  const type = request.headers.get("content-type") ?? "";
  const seen = [request.headers.get("accept"), type, await request.text()];
  return new Response(JSON.stringify(seen), { headers: { "content-type": type } });
});
const send = (body: unknown): Promise<unknown> =>
  api.call("otel.export", "POST /otel", { body, bytes: protobuf }, undefined);

test.each([
  ["a view", new Uint8Array([97, 98])],
  ["a buffer", new Uint8Array([97, 98]).buffer],
  ["a blob", new Blob(["ab"])],
  ["a stream", new Blob(["ab"]).stream()],
])("%s is sent as it is where the operation takes bytes beside JSON", async (_, body) => {
  const answer = (await send(body)) as Blob;
  expect(JSON.parse(await answer.text())).toEqual([protobuf, protobuf, "ab"]);
});

test("other values are JSON", async () => {
  const json = "application/json";
  expect(await send({ a: 1 })).toEqual([json, json, '{"a":1}']);
});
