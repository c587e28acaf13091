import { expect, test } from "vitest";
import { ApiError, BadRequest, TooLarge } from "../errors.ts";
import { parseJsonText } from "./json-body.ts";
import { compileMarks } from "./marks.ts";
import { walkJson } from "./raw-walk.ts";

const limits = { depth: 200, members: 10 };
const marks = compileMarks({ raw: ["/batch/*/req/inputs"] });

/** What a text counts as, with marks and without. */
function counted(text: string): readonly number[] {
  const wide = { ...limits, members: 1_000 };
  // Longer than it is deep, so that it is not passed over for being short.
  const padded = text + " ".repeat(200);
  return [undefined, marks].map((mark) => walkJson(padded, mark, wide).members);
}

test.each([
  ["scalars of arrays count nothing: embeddings are long", '[1,2.5,true,null,"a"]', 1],
  ["an object and each of its members", '{"a":1,"b":2}', 3],
  ["brackets and colons inside strings are text", '["{[:","\\":{["]', 1],
  ["objects on the way to a marked member", '{"batch":[{"req":{"inputs":{"a":[]}}}]}', 10],
  ["a member that comes twice", '{"batch":1,"batch":[{"req":{"inputs":{}}}]}', 9],
])("%s", (_, text, want) => {
  expect(counted(text)).toEqual([want, want]);
});

test.each([
  ["members", `{${Array.from({ length: 10 }, (_, i) => `"m${i}":1`).join(",")}}`],
  ["arrays", `[${"[],".repeat(10)}[]]`],
  ["objects behind a mark", `{"batch":[${"{},".repeat(10)}{}]}`],
  ["objects inside a marked member", `{"batch":[{"req":{"inputs":[{},{},{},{}]}}]}`],
])("one too many %s is a 413 that names the limit", (_, text) => {
  const padded = text + " ".repeat(200);
  expect(() => walkJson(padded, marks, limits)).toThrow(TooLarge);
  expect(() => walkJson(padded, marks, limits)).toThrow(/more than 10 objects, arrays and members/);
});

test("what a text comes to is held before it is parsed, and a refusal ends it there", () => {
  const held: number[] = [];
  parseJsonText('{"a":[1,2]}', undefined, limits, (bytes) => held.push(bytes));
  expect(held).toEqual([11]);
  const full = new ApiError(429, "full");
  const refuse = (): never => {
    throw full;
  };
  expect(() => parseJsonText("no JSON at all", undefined, limits, refuse)).toThrow(full);
});

const queries = compileMarks({ operands: { "/query": 3 } });
const wide = { depth: 200, members: 1_000_000 };
const query = (list: string): string => `{"project_id":"a/b","query":{"$expr":{"$or":${list}}}}`;

test.each([
  ["as many operands as a list may have", '[{"$literal":1},{"$literal":2},{"$literal":3}]'],
  ["a list of values, however long", `[{"$literal":[${"1,".repeat(50)}1]}]`],
  ["brackets in texts", '[{"$literal":"[{},{},{},{},{}]"}]'],
])("%s is a query that is read", (_, list) => {
  expect(() => walkJson(query(list), queries, wide)).not.toThrow();
});

test.each([
  [
    "an operand too many in one list",
    `[${"{},".repeat(3)}{}]`,
    /A list in the query .* 3 operands/,
  ],
  [
    "lists in lists",
    `[${`{"$or":[{},{},{}]},`.repeat(2)}{"$or":[{},${"[{},{},{}],".repeat(9)}{}]}]`,
    /more than 30 operands/,
  ],
])("%s is a 400 that names the limit", (_, list, message) => {
  expect(() => walkJson(query(list), queries, wide)).toThrow(BadRequest);
  expect(() => walkJson(query(list), queries, wide)).toThrow(message);
});

test("a query that is no JSON ends the walk", () => {
  for (const list of ["[{", '[{"', "]]]", "}}}", '["\\']) {
    expect(() => walkJson(`{"query":{"$expr":${list}`, queries, wide)).not.toThrow();
  }
});
