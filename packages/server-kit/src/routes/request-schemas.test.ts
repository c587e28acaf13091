import { OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import type { OperationSpec, ParameterSpec } from "../operation.ts";
import { int64Of } from "../raw-json.ts";
import { requestSchemas } from "./request-schemas.ts";

const optional = { required: false } as const;

function operationWith(...parameters: ParameterSpec[]): OperationSpec {
  return {
    id: "a.b",
    resource: "a",
    verb: "b",
    method: "get",
    path: "/a/{id}",
    access: "public",
    projects: [],
    parameters,
    responses: { 200: {} },
  };
}

/** What `c.req.valid` gives for each place. */
async function read(
  url: string,
  headers: Record<string, string>,
  operation: OperationSpec,
): Promise<unknown> {
  const app = new OpenAPIHono();
  const route: RouteConfig = {
    method: "get",
    path: operation.path,
    request: requestSchemas(operation),
    responses: { 200: { description: "What was read." } },
  };
  app.openapi(route, (c) => {
    const valid = (place: string): unknown => c.req.valid(place as never);
    return c.json(["param", "query", "header", "cookie"].map((place) => valid(place) ?? null));
  });
  const response = await app.request(url, { headers });
  return response.json();
}

test.each<
  [name: string, url: string, headers: Record<string, string>, spec: ParameterSpec, want: unknown[]]
>([
  [
    "a number in the path",
    "/a/12",
    {},
    { in: "path", name: "id", required: true, kind: "integer", schema: z.int() },
    [{ id: 12 }, null, null, null],
  ],
  [
    "a list of one",
    "/a/1?tag=x%26y",
    {},
    { in: "query", name: "tag", ...optional, kind: "array", schema: z.array(z.string()) },
    [null, { tag: ["x&y"] }, null, null],
  ],
  [
    "a list with commas",
    "/a/1?tag=1,2",
    {},
    {
      in: "query",
      name: "tag",
      ...optional,
      kind: "array",
      explode: false,
      schema: z.array(z.int()),
    },
    [null, { tag: [1, 2] }, null, null],
  ],
  [
    "an object in brackets",
    "/a/1?f[s]=on&f[n]=3",
    {},
    {
      in: "query",
      name: "f",
      ...optional,
      kind: "object",
      style: "deepObject",
      schema: z.object({ s: z.string(), n: z.int() }),
    },
    [null, { f: { s: "on", n: 3 } }, null, null],
  ],
  [
    "a header, in the case of the spec",
    "/a/1",
    { "x-days": "3" },
    { in: "header", name: "X-Days", ...optional, kind: "integer", schema: z.int() },
    [null, null, { "X-Days": 3 }, null],
  ],
  [
    "a cookie",
    "/a/1",
    { cookie: "s=a%20b; other=1" },
    { in: "cookie", name: "s", ...optional, kind: "string", schema: z.string() },
    [null, null, null, { s: "a b" }],
  ],
  [
    "nothing, where nothing was given",
    "/a/1",
    {},
    { in: "query", name: "n", ...optional, kind: "integer", schema: z.int() },
    [null, {}, null, null],
  ],
])("reads %s", async (_, url, headers, spec, want) => {
  expect(await read(url, headers, operationWith(spec))).toEqual(want);
});

test.each([
  ["missing", "/a/1", "Field required"],
  ["wrong", "/a/1?n=x", "expected number"],
])("a parameter that is %s is named", async (_, url, message) => {
  const spec = {
    in: "query",
    name: "n",
    required: true,
    kind: "integer",
    schema: z.int(),
  } as const;
  const answer = JSON.stringify(await read(url, {}, operationWith(spec)));
  expect(answer).toContain(message);
  expect(answer).toContain('\\"n\\"');
});

test("64 bits keep their text", async () => {
  const spec = { in: "query", name: "seed", ...optional, kind: "integer", int64: true } as const;
  const { query } = requestSchemas(operationWith({ ...spec, schema: z.number() }));
  const values = (await query?.parseAsync({ seed: "9223372036854775807" })) as object;
  expect(int64Of(values, "seed")).toBe(9223372036854775807n);
});
