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
    "what is missing inside the branch that was meant",
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
] as const)("a union tells %s", (_name, value, want) => {
  const lines = told(half, value);
  expect(lines.map((line) => line.replace("option: expected", "input: expected"))).toEqual(want);
});

test("a union of plain types names them all", () => {
  const lines = told(z.object({ a: z.union([z.string(), z.number(), z.array(z.string())]) }), {
    a: true,
  });
  expect(lines).toEqual(["body.a: Invalid input: expected string or number or array"]);
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

test("at most twenty faults are told, and long values are cut", () => {
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

test("containers are not repeated in the answer", () => {
  const { error } = z.object({ a: z.string() }).safeParse({ a: { secret: 1 } });
  expect(error && issuesOf(error, { a: { secret: 1 } }, "body")[0]).not.toHaveProperty("input");
});
