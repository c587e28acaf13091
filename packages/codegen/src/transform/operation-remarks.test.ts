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

test("an operation that cannot keep its id is told of", () => {
  const same = { operationId: "same", responses };
  expect(remarksOn({ "/a": same, "/b": same, "/c": { responses } })).toEqual([
    "#/paths/~1b/get/operationId: same is the id of another operation: this one gets a number",
  ]);
});

test("of two parameters of one name the first is told of", () => {
  expect(remarksOn({ "/a": { parameters: twice, responses } })).toEqual([
    "#/paths/~1a/get/parameters/2: query parameter a stands twice in one list: the later one counts",
  ]);
  const strict = contextOf({
    paths: {
      "/a": { get: { operationId: "a.b", "x-access": "read", parameters: twice, responses } },
    },
  });
  expect(() => operationsOf(strict)).toThrow("stands twice in one list; keep one of the two");
});
