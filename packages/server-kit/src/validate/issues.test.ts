import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { issuesOf } from "./issues.ts";

function told(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  if (!error) throw new Error("the value fits");
  return issuesOf(error, value, "body").map(({ loc, msg }) => `${loc.join(".")}: ${msg}`);
}

const half = z.union([
  z.looseObject({
    mode: z.enum(["start"]).optional(),
    start: z.looseObject({ id: z.string(), op: z.string(), at: z.string() }),
  }),
  z.looseObject({ mode: z.enum(["end"]).optional(), end: z.looseObject({ id: z.string() }) }),
]);

test.each([
  [
    "the members missing in the branch that was meant",
    { mode: "start", start: {} },
    [
      "body.start.id: Field required",
      "body.start.op: Field required",
      "body.start.at: Field required",
    ],
  ],
  ["the same without the tag", { end: {} }, ["body.end.id: Field required"]],
  [
    "a wrong tag over the right content",
    { mode: "x", end: { id: "1" } },
    ['body.mode: Invalid input: expected "end"'],
  ],
] as const)("a union reports %s", (_name, value, want) => {
  const lines = told(half, value);
  expect(lines.map((line) => line.replace("option: expected", "input: expected"))).toEqual(want);
});

test("a union of plain types names them all", () => {
  const lines = told(z.object({ a: z.union([z.string(), z.number(), z.array(z.string())]) }), {
    a: true,
  });
  expect(lines).toEqual(["body.a: Invalid input: expected string or number or array"]);
});

test("a union of values and types names the values too, however they nest", () => {
  const choice = z.union([
    z.enum(["none", "auto"]),
    z.looseObject({ type: z.literal("function") }),
  ]);
  expect(told(z.object({ a: z.union([choice, z.null()]) }), { a: "any" })).toEqual([
    'body.a: Invalid input: expected "none" or "auto" or object or null',
  ]);
});

test.each([[5], ["x"]])("a wrong tag lists the tags of all branches: %j", (role) => {
  const message = z.union([
    z.looseObject({ role: z.literal("system") }),
    z.looseObject({ role: z.enum(["user", "developer"]) }),
    z.looseObject({ role: z.literal("tool"), id: z.string() }),
  ]);
  expect(told(z.array(message), [{ role }])).toEqual([
    'body.0.role: Invalid input: expected one of "system"|"user"|"developer"|"tool"',
  ]);
});

test("a nested union is followed to the branch that got furthest", () => {
  const operand: z.ZodType = z.lazy(() =>
    z.union([z.strictObject({ $eq: z.array(operand) }), z.strictObject({ $literal: z.string() })]),
  );
  const value = { $eq: [{ $eq: [{ $literal: 7 }] }] };
  expect(told(operand, value)).toEqual([
    "body.$eq.0.$eq.0.$literal: Invalid input: expected string, received number",
  ]);
});

test("unions in unions are read fast, however deep they nest", () => {
  const operand: z.ZodType = z.lazy(() =>
    z.union([z.looseObject({ $literal: z.string() }), operation]),
  );
  const operation: z.ZodType = z.lazy(() =>
    z.union([z.looseObject({ $and: z.array(operand) }), z.looseObject({ $or: z.array(operand) })]),
  );
  let value: Record<string, unknown> = { $foo: 1 };
  for (let depth = 0; depth < 60; depth++) value = { $and: [value] };
  const place = "body" + ".$and.0".repeat(60);
  expect(told(operand, value)).toEqual([`${place}: Needs one of $literal, $and, $or`]);
});

test("branches that have members in common are read fast too", () => {
  const node: z.ZodType = z.lazy(() =>
    z.union([
      z.looseObject({ kind: z.literal("and"), of: node }),
      z.looseObject({ kind: z.literal("or"), of: node }),
    ]),
  );
  let value: unknown = 1;
  for (let depth = 0; depth < 60; depth++) value = { kind: "or", of: value };
  const place = "body" + ".of".repeat(60);
  expect(told(node, value)).toEqual([`${place}: Invalid input: expected object`]);
});

test("a union whose branches all miss their own member names them all", () => {
  const list = z.array(z.string());
  const comparison = z.union([z.looseObject({ $eq: list }), z.looseObject({ $gt: list })]);
  const operand = z.union([z.looseObject({ $literal: z.string() }), comparison]);
  const schema = z.object({ a: operand });
  for (const value of [{}, { $regex: "x" }]) {
    expect(told(schema, { a: value })).toEqual(["body.a: Needs one of $literal, $eq, $gt"]);
  }
  expect(told(schema, { a: { $literal: 1 } })[0]).toContain("body.a.$literal: Invalid input");
  expect(told(schema, { a: { $gt: "x" } })[0]).toContain("body.a.$gt: Invalid input");
});

test("a union whose branches all miss the same member reports it as missing", () => {
  const item = z.union([
    z.looseObject({ req: z.looseObject({ start: z.string() }) }),
    z.looseObject({ req: z.looseObject({ end: z.string() }) }),
  ]);
  expect(told(item, {})).toEqual(["body.req: Field required"]);
});

const message = z.union([
  z.looseObject({ role: z.literal("user"), content: z.string() }),
  z.looseObject({ role: z.literal("tool"), content: z.string(), id: z.string() }),
  z.looseObject({ role: z.string(), content: z.string().optional() }),
  z.looseObject({ author: z.looseObject({}), content: z.array(z.string()).optional() }),
]);

test.each([
  ["the branches with a fault beside it do not count", { content: "x" }, ["body.a.role"]],
  ["nor those that miss more", {}, ["body.a: Needs one of role, author"]],
])("a member is missing: %s", (_name, value, want) => {
  const lines = told(z.object({ a: message }), { a: value });
  expect(lines.map((line) => line.replace(": Field required", ""))).toEqual(want);
});

test("the one branch of the right type speaks for a union with null or with words", () => {
  const named = z.looseObject({ type: z.literal("function"), function: z.looseObject({}) });
  const schema = z.object({
    format: z.union([z.looseObject({ name: z.string(), of: z.string() }), z.null()]).optional(),
    choice: z.union([z.union([z.enum(["none", "auto"]), named]), z.null()]).optional(),
    query: z.union([z.strictObject({ $expr: z.string() }), z.null()]).optional(),
  });
  expect(told(schema, { format: {} })).toEqual([
    "body.format.name: Field required",
    "body.format.of: Field required",
  ]);
  expect(told(schema, { choice: { type: "function" } })).toEqual([
    "body.choice.function: Field required",
  ]);
  expect(told(schema, { query: { $eq: [] } })).toEqual(["body.query.$expr: Field required"]);
});

test("types have the names that JSON gives them", () => {
  const schema = z.object({
    map: z.record(z.string(), z.string()).nullable(),
    whole: z.union([z.int(), z.array(z.string())]),
    safe: z.int(),
  });
  expect(told(schema, { map: "x", whole: 1.5, safe: 2 ** 60 })).toEqual([
    "body.map: Invalid input: expected object, received string",
    "body.whole: Invalid input: expected integer or array",
    "body.safe: must be at most 9007199254740991",
  ]);
});

test("bounds are said in words", () => {
  const schema = z.object({
    name: z.string().min(1),
    tags: z.array(z.string()).min(1).max(2),
    count: z.int().min(1).max(5),
    share: z.number().gt(0).lt(1),
    rows: z.array(z.string()).min(2),
    label: z.string().max(3),
  });
  const low = { name: "", tags: [], count: 0, share: 0, rows: [], label: "long" };
  expect(told(schema, low)).toEqual([
    "body.name: must not be empty",
    "body.tags: must not be empty",
    "body.count: must be at least 1",
    "body.share: must be more than 0",
    "body.rows: must have at least 2 items",
    "body.label: must have at most 3 characters",
  ]);
  const high = { ...low, name: "n", tags: ["a", "b", "c"], count: 6, share: 1, rows: ["a", "b"] };
  expect(told(schema, { ...high, label: "" })).toEqual([
    "body.tags: must have at most 2 items",
    "body.count: must be at most 5",
    "body.share: must be less than 1",
  ]);
});

test("a text that misses a pattern gets a description, not the expression", () => {
  const project = z.string().regex(/^[a-z]+\/[a-z]+$/u, "Invalid input: expected one as a/b");
  const digest = z.string().regex(/^[0-9]{3}$/u, "Invalid input: expected three digits");
  const schema = z.object({
    project,
    maybe: z.union([project, z.null()]),
    either: z.union([project, digest]),
  });
  expect(told(schema, { project: "x", maybe: "x", either: "x" })).toEqual([
    "body.project: Invalid input: expected one as a/b",
    "body.maybe: Invalid input: expected one as a/b",
    "body.either: Invalid input: expected one as a/b or three digits",
  ]);
});

test("at most twenty faults are reported, and long values are cut", () => {
  const schema = z.array(z.number());
  expect(
    told(
      schema,
      Array.from({ length: 1000 }, () => "x"),
    ),
  ).toHaveLength(20);
  const long = ["y".repeat(10_000)];
  const error = schema.safeParse(long).error;
  expect(error && String(issuesOf(error, long, "body")[0]?.input).length).toBeLessThan(200);
});

test("long names are cut in a place", () => {
  const value = { ["n".repeat(10_000_000)]: "x" };
  const error = z.record(z.string(), z.number()).safeParse(value).error;
  expect(error && JSON.stringify(issuesOf(error, value, "body")).length).toBeLessThan(500);
});

test("containers are not repeated in the answer", () => {
  const { error } = z.object({ a: z.string() }).safeParse({ a: { secret: 1 } });
  expect(error && issuesOf(error, { a: { secret: 1 } }, "body")[0]).not.toHaveProperty("input");
});
