import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { keywords } from "./keywords.ts";

const any = z.unknown();
const text = (): z.ZodType => z.string();
const having = (name: string) => (): z.ZodType => z.looseObject({ [name]: z.string() });

test.each<
  [name: string, schema: z.ZodType, valid: readonly unknown[], invalid: readonly unknown[]]
>([
  ["not", any.superRefine(keywords.not(text)), [1, null], ["a"]],
  [
    "if, then, else",
    any.superRefine(keywords.when(having("a"), having("b"), having("c"))),
    [{ a: "1", b: "1" }, { c: "1" }],
    [{ a: "1" }, { b: "1" }, 1],
  ],
  [
    "equal",
    any.superRefine(keywords.equal([{ a: 1, b: [1] }, null])),
    [{ b: [1], a: 1 }, null],
    [{ a: 1 }, [1], undefined],
  ],
  [
    "unique",
    any.superRefine(keywords.unique()),
    [[1, "1"], [{ a: 1 }], "aa"],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  ["contains", any.superRefine(keywords.contains(text)), [["a", 1], {}], [[], [1]]],
  [
    "contains so many",
    any.superRefine(keywords.contains(text, 1, 2)),
    [["a", "b"]],
    [["a", "b", "c"], []],
  ],
  ["contains none", any.superRefine(keywords.contains(text, 0, 0)), [[1]], [["a"]]],
  [
    "patterns of names",
    any.superRefine(keywords.properties(["own"], [[/^x/u, text]], () => z.number())),
    [{ own: null, xa: "a", other: 1 }, []],
    [{ xa: 1 }, { other: "a" }],
  ],
  [
    "names",
    any.superRefine(keywords.propertyNames(() => z.string().max(2))),
    [{ ab: 1 }],
    [{ abc: 1 }],
  ],
  [
    "required beside",
    any.superRefine(keywords.dependentRequired({ a: ["b"] })),
    [{}, { a: 1, b: 1 }],
    [{ a: 1 }],
  ],
  [
    "a schema beside",
    any.superRefine(keywords.dependentSchemas({ a: having("b") })),
    [{}, { a: 1, b: "1" }],
    [{ a: 1 }],
  ],
])("%s", (_, schema, valid, invalid) => {
  expect(valid.filter((value) => !schema.safeParse(value).success)).toEqual([]);
  expect(invalid.filter((value) => schema.safeParse(value).success)).toEqual([]);
});

test("a fault is reported at its place", () => {
  const schema = any.superRefine(keywords.properties([], [[/^x/u, having("a")]], () => any));
  const issues = schema.safeParse({ x1: { a: 1 } }).error?.issues;
  expect(issues?.map(({ path }) => path)).toEqual([["x1", "a"]]);
});

test("a schema is made once, when it is needed", () => {
  let made = 0;
  const schema = any.superRefine(
    keywords.not(() => {
      made += 1;
      return z.string();
    }),
  );
  expect(made).toBe(0);
  schema.safeParse("a");
  schema.safeParse("b");
  expect(made).toBe(1);
});
