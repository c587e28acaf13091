import { describe, expect, test } from "vitest";
import type { Operation } from "../spec/document.ts";
import { operationNamed, serviceNamed } from "../spec/services.ts";
import type { Answer } from "./answer.ts";
import { violations } from "./conformance.ts";
import { withUnnamedMember } from "./planted.ts";

const trace = serviceNamed("trace");

function answer(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: new Headers({
      "content-type": "application/json",
      "x-request-id": "r-1",
      ...headers,
    }),
    body: Buffer.from(body),
  };
}

const good = answer(200, '{"count":1,"has_more":false,"total_storage_size_bytes":null}');
const jsonl = { "content-type": "application/jsonl" };

describe("a defect is seen", () => {
  const operation = (id: string): Operation => operationNamed("trace", id).placed.operation;

  test("none in a good answer", () => {
    expect(violations(trace, operation("calls.queryStats"), good)).toEqual([]);
  });

  test.each<[string, string, Answer]>([
    ["an undocumented status", "calls.queryStats", answer(204, "")],
    ["a wrong media type", "calls.queryStats", { ...good, ...answer(200, "{}", jsonl) }],
    ["a missing member", "calls.queryStats", answer(200, '{"count":1}')],
    ["a member that no schema names", "calls.queryStats", withUnnamedMember(good)],
    ["a wrong type", "calls.queryStats", answer(200, '{"count":"1","has_more":false}')],
    ["no JSON", "calls.queryStats", answer(200, "<html>")],
    ["an item that is no call", "calls.query", answer(200, '{"id":"x"}\n', jsonl)],
    ["a stream that is cut off", "calls.query", answer(200, '{"id":"x"', jsonl)],
    [
      "an error with a member that no schema names",
      "calls.read",
      withUnnamedMember(answer(422, '{"reason":"no","detail":[]}')),
    ],
    ["an error without a reason", "calls.queryStats", answer(400, '{"message":"no"}')],
    [
      "no request id",
      "calls.queryStats",
      { ...good, headers: new Headers({ "content-type": "application/json" }) },
    ],
  ])("%s", (_name, id, defective) => {
    expect(violations(trace, operation(id), defective)).not.toEqual([]);
  });
});

/**
 * An operation with features that no operation of the services combines: a closed object, lines and
 * events, required headers.
 */
describe("a defect of other kinds is seen", () => {
  const item = {
    type: "object",
    required: ["n"],
    properties: { n: { type: "integer" } },
    additionalProperties: false,
  };
  const loose = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
  const operation = {
    operationId: "things.read",
    "x-access": "public",
    responses: {
      "200": {
        headers: { "Retry-After": { required: true, schema: { type: "integer" } } },
        content: {
          "application/json": { schema: item },
          "text/event-stream": { schema: loose, "x-stream-end": "[DONE]" },
          "application/jsonl": { schema: { anyOf: [loose, { type: "null" }] } },
        },
      },
      "204": {},
      "4XX": { content: { "application/json": { schema: item } } },
    },
  } as unknown as Operation;
  const retry = { "retry-after": "1" };
  const events = { ...retry, "content-type": "text/event-stream; charset=utf-8" };

  const goodEvents = answer(200, 'data: {"n":1}\n\n: still here\n\ndata: [DONE]\n\n', events);
  const goodLines = answer(200, '{"n":1}\nnull\n{"n":2}\n', { ...retry, ...jsonl });

  test.each<[string, Answer]>([
    ["JSON", answer(200, '{"n":1}', retry)],
    ["events", goodEvents],
    ["lines", goodLines],
    ["no events", answer(200, "data: [DONE]\n\n", events)],
    ["a status of a class", answer(418, '{"n":1}')],
    ["no content", answer(204, "")],
  ])("none in good %s", (_name, good) => {
    expect(violations(trace, operation, good)).toEqual([]);
  });

  test.each<[string, Answer]>([
    ["a member too many where it is closed", answer(200, '{"n":1,"m":2}', retry)],
    ["a required header that is missing", answer(200, '{"n":1}')],
    ["a header of the wrong type", answer(200, '{"n":1}', { "retry-after": "soon" })],
    ["an event with a member that no schema names", withUnnamedMember(goodEvents)],
    ["a line with a member that no schema names", withUnnamedMember(goodLines)],
    ["an event that is no item", answer(200, 'data: {"n":"x"}\n\ndata: [DONE]\n\n', events)],
    ["a stream without its end", answer(200, 'data: {"n":1}\n\n', events)],
    ["an event that is cut off", answer(200, 'data: {"n":1}\n\ndata: [DON', events)],
    ["a body where there is none", answer(204, "{}")],
    ["a status outside of all classes", answer(500, '{"n":1}')],
  ])("%s", (_name, defective) => {
    expect(violations(trace, operation, defective)).not.toEqual([]);
  });
});
