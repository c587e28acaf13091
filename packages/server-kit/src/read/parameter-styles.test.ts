import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import type { ParameterSpec } from "../operation.ts";
import { int64Of, rawText } from "../raw-json.ts";
import { firstIssue, keeping } from "../testing/one-operation.ts";

const texts = z.array(z.string());
const numbers = z.array(z.int());
const colour = z.looseObject({ r: z.int(), g: z.int(), name: z.string() }).partial();
const closed = z.strictObject({ r: z.int(), g: z.int() }).partial();

type Given = Partial<ParameterSpec> & Pick<ParameterSpec, "kind" | "schema">;

async function read(
  spec: Given,
  where: { search?: string; path?: string; headers?: Record<string, string> },
) {
  const parameter = { in: "query", name: "p", required: false, ...spec } as const;
  const path = parameter.in === "path" ? "/at/{p}" : "/at";
  const other = {
    in: "query",
    name: "q",
    required: false,
    kind: "string",
    schema: z.string(),
  } as const;
  const { app, given } = keeping({ method: "get", path, parameters: [parameter, other] });
  const url = `${where.path ?? "/at"}?${where.search ?? ""}`;
  const response = await app.request(url, { headers: where.headers ?? {} });
  return { response, value: given[0]?.[parameter.in].p, values: given[0]?.[parameter.in] };
}

const array = { kind: "array", schema: texts } as const;
const object = { kind: "object", schema: colour } as const;

test.each([
  ["form, exploded", array, "p=a&p=b", ["a", "b"]],
  ["a list with a delimiter, one by one", { ...array, delimiter: "," }, "p=a&p=b", ["a", "b"]],
  [
    "a list with a delimiter, joined",
    { ...array, delimiter: "," },
    "p=a,b%2Cc&p=d",
    ["a", "b", "c", "d"],
  ],
  ["a list with a delimiter, with empty values", { ...array, delimiter: "," }, "p=,a,,&p=", ["a"]],
  [
    "a list under other names too",
    { ...array, delimiter: ",", aliases: ["refs", "p_refs"] },
    "refs=a,b&p=c&q=z&p_refs=d",
    ["a", "b", "c", "d"],
  ],
  ["a value under another name", { kind: "integer", schema: z.int(), aliases: ["n"] }, "n=7", 7],
  ["form, listed", { ...array, explode: false }, "p=a,b", ["a", "b"]],
  ["form, listed, a comma in a text", { ...array, explode: false }, "p=a%2Cb,c", ["a,b", "c"]],
  [
    "numbers whose list was escaped",
    { kind: "array", schema: numbers, explode: false },
    "p=1%2C2",
    [1, 2],
  ],
  [
    "spaceDelimited",
    { ...array, style: "spaceDelimited", explode: false },
    "p=a%20b+c",
    ["a", "b", "c"],
  ],
  ["pipeDelimited", { ...array, style: "pipeDelimited" }, "p=a%7Cb|c", ["a", "b", "c"]],
  [
    "pipeDelimited, exploded",
    { ...array, style: "pipeDelimited", explode: true },
    "p=a|b&p=c",
    ["a|b", "c"],
  ],
  ["an object, spread", object, "r=1&g=2&name=x", { r: 1, g: 2, name: "x" }],
  ["an open object, spread beside others", object, "r=1&extra=2&q=z", { r: 1, extra: "2" }],
  ["an open object beside another's members", object, "r=1&q[a]=2&z[a]=3", { r: 1, "z[a]": "3" }],
  [
    "a closed object, spread beside others",
    { kind: "object", schema: closed },
    "r=1&z=2",
    { r: 1 },
  ],
  ["an object, listed", { ...object, explode: false }, "p=r,1,name,x", { r: 1, name: "x" }],
  ["deepObject", { ...object, style: "deepObject" }, "p[r]=1&p[name]=x", { r: 1, name: "x" }],
  [
    "deepObject, deeper",
    {
      kind: "object",
      style: "deepObject",
      schema: z.looseObject({ a: z.looseObject({ b: numbers }) }),
    },
    "p[a][b][]=1&p[a][b][]=2",
    { a: { b: [1, 2] } },
  ],
  [
    "deepObject, objects in a list",
    { kind: "object", style: "deepObject", schema: z.looseObject({ a: z.array(colour) }) },
    "p[a][1][r]=2&p[a][0][r]=1",
    { a: [{ r: 1 }, { r: 2 }] },
  ],
  ["content, JSON", { kind: "json", schema: colour }, "p=%7B%22r%22:1%7D", { r: 1 }],
  ["a union, a number", { kind: "mixed", schema: z.union([z.int(), z.string()]) }, "p=7", 7],
  ["a union, a text", { kind: "mixed", schema: z.union([z.int(), z.string()]) }, "p=x", "x"],
  [
    "a union of a number and a deep object",
    {
      kind: "mixed",
      style: "deepObject",
      schema: z.union([z.int(), z.looseObject({ gte: z.int() })]),
    },
    "p[gte]=7",
    { gte: 7 },
  ],
  ["a number of a list of numbers", { kind: "mixed", schema: z.literal([1, 2]) }, "p=2", 2],
] satisfies [string, Given, string, unknown][])("query: %s", async (_name, spec, search, want) => {
  const { value, response } = await read(spec, { search });
  expect(response.status).toBe(200);
  expect(value).toEqual(want);
});

test.each([
  ["simple, a list", array, "/at/a,b", ["a", "b"]],
  ["simple, an object", object, "/at/r,1,g,2", { r: 1, g: 2 }],
  ["simple, an object, exploded", { ...object, explode: true }, "/at/r=1,g=2", { r: 1, g: 2 }],
  ["label, a value", { kind: "integer", schema: z.int(), style: "label" }, "/at/.5", 5],
  ["label, a list", { ...array, style: "label" }, "/at/.a,b", ["a", "b"]],
  ["label, a list, exploded", { ...array, style: "label", explode: true }, "/at/.a.b", ["a", "b"]],
  [
    "label, an object, exploded",
    { ...object, style: "label", explode: true },
    "/at/.r=1.g=2",
    { r: 1, g: 2 },
  ],
  ["matrix, a value", { kind: "integer", schema: z.int(), style: "matrix" }, "/at/;p=5", 5],
  ["matrix, a list", { ...array, style: "matrix" }, "/at/;p=a,b", ["a", "b"]],
  [
    "matrix, a list, exploded",
    { ...array, style: "matrix", explode: true },
    "/at/;p=a;p=b",
    ["a", "b"],
  ],
  ["matrix, an object", { ...object, style: "matrix" }, "/at/;p=r,1,g,2", { r: 1, g: 2 }],
  [
    "matrix, an object, exploded",
    { ...object, style: "matrix", explode: true },
    "/at/;r=1;g=2",
    { r: 1, g: 2 },
  ],
] satisfies [string, Given, string, unknown][])("path: %s", async (_name, spec, path, want) => {
  const { value } = await read({ in: "path", required: true, ...spec }, { path });
  expect(value).toEqual(want);
});

test("a list in a header, an object in another, a cookie", async () => {
  const inHeader = { in: "header" } as const;
  const list = await read({ ...inHeader, ...array }, { headers: { p: "a, b" } });
  expect(list.value).toEqual(["a", "b"]);
  const members = await read(
    { ...inHeader, ...object, explode: true },
    { headers: { p: "r=1,g=2" } },
  );
  expect(members.value).toEqual({ r: 1, g: 2 });
  const cookie = await read(
    { in: "cookie", kind: "integer", schema: z.int() },
    { headers: { cookie: "x=1; p=7" } },
  );
  expect(cookie.value).toBe(7);
});

test("an integer of 64 bits keeps its digits", async () => {
  const spec = { kind: "integer", schema: z.number(), int64: true } as const;
  const { values } = await read(spec, { search: "p=9223372036854775807" });
  expect(rawText(values as object, "p")).toBe("9223372036854775807");
  expect(int64Of(values as object, "p")).toBe(9223372036854775807n);
  const beyond = await read(spec, { search: "p=9223372036854775808" });
  expect(await firstIssue(beyond.response)).toMatchObject({ loc: ["query", "p"] });
});

test.each([
  ["a broken JSON parameter", { kind: "json", schema: colour }, "p=%7B", ["query", "p"]],
  [
    "an object where a number is due",
    { kind: "integer", schema: z.int(), style: "deepObject" },
    "p[a]=1",
    ["query", "p"],
  ],
  [
    "a text that no branch takes",
    { kind: "mixed", schema: z.union([z.int(), z.boolean()]) },
    "p=x",
    ["query", "p"],
  ],
] satisfies [string, Given, string, unknown][])("refuses %s", async (_name, spec, search, loc) => {
  const { response } = await read(spec, { search });
  expect(response.status).toBe(422);
  expect(await firstIssue(response)).toMatchObject({ loc });
});

test("endlessly nested names are refused, not followed", async () => {
  const spec = { ...object, style: "deepObject" };
  const { response } = await read(spec, { search: `p${"[a]".repeat(5000)}=1` });
  expect(response.status).toBe(413);
});
