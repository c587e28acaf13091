import { describe, expect, test } from "vitest";
import { operationsOf, traceDocument } from "../spec/document.ts";
import { judgeFor } from "../spec/judge.ts";
import { violations, type Answer } from "./conformance.ts";

const judge = judgeFor(traceDocument);
const operation = (id: string) => {
  const found = operationsOf(traceDocument).find((one) => one.operation.operationId === id);
  if (found === undefined) throw new Error(`${id} is not in the spec`);
  return found.operation;
};

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
  test("none in a good answer", () => {
    expect(violations(traceDocument, judge, operation("calls.queryStats"), good)).toEqual([]);
  });

  test.each<[string, string, Answer]>([
    ["an undocumented status", "calls.queryStats", answer(204, "")],
    ["a wrong media type", "calls.queryStats", { ...good, ...answer(200, "{}", jsonl) }],
    ["a missing member", "calls.queryStats", answer(200, '{"count":1}')],
    ["a wrong type", "calls.queryStats", answer(200, '{"count":"1","has_more":false}')],
    ["no JSON", "calls.queryStats", answer(200, "<html>")],
    ["an item that is no call", "calls.query", answer(200, '{"id":"x"}\n', jsonl)],
    ["a stream that is cut off", "calls.query", answer(200, '{"id":"x"', jsonl)],
    ["an error without a reason", "calls.queryStats", answer(400, '{"message":"no"}')],
    [
      "no request id",
      "calls.queryStats",
      { ...good, headers: new Headers({ "content-type": "application/json" }) },
    ],
  ])("%s", (_name, id, defective) => {
    expect(violations(traceDocument, judge, operation(id), defective)).not.toEqual([]);
  });
});
