import { expect, test } from "vitest";
import type { OperationObject } from "../document/openapi.ts";
import { contextOf } from "../testing/context-of.ts";
import { operationsOf } from "./operation-object.ts";

const responses = {};
const query = { in: "query", schema: { type: "string" } } as const;
const twice = [
  { ...query, name: "a" },
  { ...query, name: "b" },
  { ...query, name: "a", required: true },
];

function remarksOn(operations: Readonly<Record<string, OperationObject>>): readonly string[] {
  const remarks: string[] = [];
  const paths = Object.entries(operations).map(([path, get]) => [path, { get }]);
  const context = contextOf(
    { paths: Object.fromEntries(paths) },
    { defaultAccess: "public", warn: (pointer, message) => remarks.push(`${pointer}: ${message}`) },
  );
  operationsOf(context);
  return remarks;
}

test("a remark reports an operation that cannot keep its id", () => {
  const same = { operationId: "same", responses };
  expect(remarksOn({ "/a": same, "/b": same, "/c": { responses } })).toEqual([
    "#/paths/~1b/get/operationId: same is the id of another operation: this one gets a number",
  ]);
});

test("a remark reports two parameters with one name", () => {
  expect(remarksOn({ "/a": { parameters: twice, responses } })).toEqual([
    "#/paths/~1a/get/parameters/2: query parameter a is listed twice: the later one counts",
  ]);
  const strict = contextOf({
    paths: {
      "/a": { get: { operationId: "a.b", "x-access": "read", parameters: twice, responses } },
    },
  });
  expect(() => operationsOf(strict)).toThrow("is listed twice; keep one of them");
});
