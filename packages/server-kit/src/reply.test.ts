import { expect, test } from "vitest";
import type { Handler } from "./handler.ts";
import { json } from "./raw-json.ts";
import { bytes, jsonl, reply } from "./reply.ts";

/** As openapi-typescript writes it. */
interface Operations {
  read: {
    parameters: { query?: never; header?: never; path: { id: string }; cookie?: never };
    requestBody?: never;
    responses: {
      200: { headers: object; content: { "application/json": { call: Call | null } } };
      404: { headers: object; content: { "application/json": { reason: string } } };
    };
  };
  query: {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    requestBody: { content: { "application/json": { project_id: string } } };
    responses: { 200: { headers: object; content: { "application/jsonl": Call } } };
  };
  content: {
    parameters: { query?: { part?: number }; header?: never; path?: never; cookie?: never };
    requestBody: { content: { "multipart/form-data": { file: Blob } } };
    responses: {
      200: { headers: object; content: { "application/octet-stream": Blob } };
      204: { headers: object; content?: never };
    };
  };
}

interface Call {
  id: string;
  status: "success" | "error";
  inputs: Record<string, unknown>;
}

const call: Call = { id: "1", status: "success", inputs: json("{}") };
type Given = { store: { find(id: string): Promise<Call | null> } };

const good: readonly unknown[] = [
  (async ({ path, context }) =>
    reply(200, { call: await context.store.find(path.id) })) satisfies Handler<
    Operations["read"],
    Given
  >,
  (() => reply(404, { reason: "gone" })) satisfies Handler<Operations["read"], Given>,
  (() => reply(200, { call: { id: "1", status: "error", inputs: json("{}") } })) satisfies Handler<
    Operations["read"],
    Given
  >,
  (({ body }) => jsonl(calls(body.project_id))) satisfies Handler<Operations["query"], Given>,
  (({ query }) => bytes(new Uint8Array(query.part ?? 0))) satisfies Handler<
    Operations["content"],
    Given
  >,
  (() => reply(204)) satisfies Handler<Operations["content"], Given>,
];

const bad: readonly unknown[] = [
  // @ts-expect-error a member is missing
  (() => reply(200, { call: { id: "1", inputs: {} } })) satisfies Handler<
    Operations["read"],
    Given
  >,
  // @ts-expect-error a value that the spec does not list
  (() => reply(200, { call: { ...call, status: "maybe" } })) satisfies Handler<
    Operations["read"],
    Given
  >,
  // @ts-expect-error a status that the spec does not document
  (() => reply(201, { call })) satisfies Handler<Operations["read"], Given>,
  // @ts-expect-error the body of another status
  (() => reply(200, { reason: "gone" })) satisfies Handler<Operations["read"], Given>,
  // @ts-expect-error a body where a stream is documented
  (() => reply(200, [call])) satisfies Handler<Operations["query"], Given>,
  // @ts-expect-error a stream of something else
  (() => jsonl([{ id: 1 }])) satisfies Handler<Operations["query"], Given>,
  // @ts-expect-error bytes where JSON is documented
  (() => bytes(new Uint8Array())) satisfies Handler<Operations["read"], Given>,
  // @ts-expect-error no body where one is documented
  (() => reply(200)) satisfies Handler<Operations["read"], Given>,
  // @ts-expect-error the operation has no such parameter
  (({ path }) => reply(200, { call: path.name })) satisfies Handler<Operations["read"], Given>,
];

async function* calls(_project: string): AsyncGenerator<Call> {
  yield call;
}

test("the compiler takes what the spec documents and nothing else", () => {
  // What counts is that this file compiles.
  expect([good.length, bad.length]).toEqual([6, 9]);
});
