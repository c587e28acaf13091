import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { component } from "../component.ts";
import { keywords } from "../keywords.ts";
import { unnamedMembers } from "./unnamed-members.ts";
import { zodReader } from "./zod-reader.ts";

const A = z.looseObject({ a: z.int() });
const B = z.looseObject({ b: z.int() });
const Open = z.object({ a: z.int() }).catchall(z.any());
const Tagged = z.discriminatedUnion("is", [
  z.looseObject({ is: z.literal("x"), x: z.int() }),
  z.looseObject({ is: z.literal("y"), y: A }),
]);
const Tree: z.ZodType = component(
  "Tree",
  z.looseObject({
    get children(): z.ZodType {
      return z.array(Tree).optional();
    },
  }),
);
const Raw: z.ZodType = component("Raw", keywords.rawJson(A));

test.each<[string, z.ZodType, unknown, string[]]>([
  ["an object", A, { a: 1, debug: 1, "more/here": {} }, ["debug", "more/here"]],
  ["only its outermost place", A, { a: 1, debug: { deep: 1 } }, ["debug"]],
  ["a name that every object has", A, { a: 1, constructor: 1 }, ["constructor"]],
  ["an object without members", z.looseObject({}), { a: 1 }, ["a"]],
  ["an object in an object", z.looseObject({ in: A }), { in: { a: 1, b: 1 } }, ["in.b"]],
  ["an optional one", z.looseObject({ in: A.optional() }), { in: { a: 1, b: 1 } }, ["in.b"]],
  ["one that may be null", z.looseObject({ in: A.nullable() }), { in: { a: 1, b: 1 } }, ["in.b"]],
  ["null", z.looseObject({ in: A.nullable() }), { in: null }, []],
  ["items", z.array(A), [{ a: 1 }, { a: 1, b: 1 }], ["1.b"]],
  ["a tuple", z.tuple([A, B]), [{ a: 1 }, { b: 1, c: 1 }], ["1.c"]],
  ["the rest of a tuple", z.tuple([A], B), [{ a: 1 }, { b: 1, c: 1 }], ["1.c"]],
  ["a map", z.object({}).catchall(A), { any: { a: 1 }, name: { a: 1, b: 1 } }, ["name.b"]],
  ["a map with members of its own", z.object({ b: B }).catchall(A), { b: { a: 1, b: 1 } }, ["b.a"]],
  ["a record", z.record(z.string(), A), { name: { a: 1, b: 1 } }, ["name.b"]],
  ["a map of anything", z.record(z.string(), z.unknown()), { a: { b: 1 } }, []],
  ["what is open by word", Open, { a: 1, b: { c: 1 } }, []],
  ["members of what is open", z.object({ a: A }).catchall(z.any()), { a: { b: 1, a: 1 } }, ["a.b"]],
  ["a member of any kind", z.looseObject({ a: z.unknown() }), { a: { b: 1 } }, []],
  ["a raw member", z.looseObject({ a: keywords.rawJson(A) }), { a: { a: 1, b: 1 } }, []],
  ["a raw member by reference", z.looseObject({ a: Raw.optional() }), { a: { a: 1, b: 1 } }, []],
  [
    "the schema that a raw one was made of",
    z.looseObject({ a: A }),
    { a: { a: 1, b: 1 } },
    ["a.b"],
  ],
  ["all parts", z.intersection(A, B), { a: 1, b: 1, c: 1 }, ["c"]],
  ["parts of which one is open", z.intersection(B, Open), { a: 1, b: 1, c: 1 }, []],
  ["a part without a word", z.intersection(z.unknown(), A), { a: 1, b: 1 }, ["b"]],
  ["every branch that fits", z.union([A, B]), { a: 1, b: 1, c: 1 }, ["c"]],
  ["no branch that does not fit", z.union([A, B]), { a: "no", b: 1 }, ["a"]],
  ["a branch that takes anything", z.union([A, z.unknown()]), { a: 1, b: 1 }, []],
  ["a branch beside texts", z.union([z.string(), A, z.null()]), { a: 1, b: 1 }, ["b"]],
  ["the branch of a tag", Tagged, { is: "x", x: 1, y: { a: 1 } }, ["y"]],
  ["inside the branch of a tag", Tagged, { is: "y", y: { a: 1, b: 1 } }, ["y.b"]],
  ["members beside a union", z.intersection(z.union([A, B]), Open), { a: 1, z: 1 }, []],
  [
    "a member that another part only requires",
    z.intersection(z.looseObject({ in: A }), z.looseObject({ in: z.unknown() })),
    { in: { a: 1, b: 1 } },
    ["in.b"],
  ],
  [
    "a member that another branch leaves open",
    z.union([z.looseObject({ in: A }), z.looseObject({ in: z.unknown() })]),
    { in: { a: 1, b: 1 } },
    [],
  ],
  [
    "members of several branches",
    z.union([z.looseObject({ in: A }), z.looseObject({ in: B, more: B })]),
    { in: { a: 1, b: 1, c: 1 }, more: { b: 1, c: 1 } },
    ["in.c", "more.c"],
  ],
  [
    "a member that two parts describe",
    z.intersection(z.looseObject({ in: A }), z.looseObject({ in: B })),
    { in: { a: 1, b: 1, c: 1 } },
    ["in.c"],
  ],
  [
    "a schema of itself",
    Tree,
    { children: [{ children: [{ debug: 1 }] }] },
    ["children.0.children.0.debug"],
  ],
  ["a schema that is made later", z.lazy(() => A), { a: 1, b: 1 }, ["b"]],
  ["checked objects", A.refine(() => true).openapi({ title: "A" }), { a: 1, b: 1 }, ["b"]],
  ["a text", z.string(), "text", []],
])("%s", (_name, schema, value, want) => {
  expect(schema.safeParse(value).success).toBe(true);
  const found = [...unnamedMembers(zodReader, schema, value)];
  expect(found.map((place) => place.join("."))).toEqual(want);
});

test("overlapping branches are read once at each level", () => {
  const Nested: z.ZodType = z.lazy(() =>
    z.union([Link, z.intersection(Link, z.unknown()), z.intersection(z.unknown(), Link)]),
  );
  let tests = 0;
  const Link = z.looseObject({
    get next(): z.ZodType {
      return Nested.optional();
    },
  });
  let value: object = { debug: 1 };
  for (let depth = 0; depth < 10; depth++) value = { next: value };
  const reader = {
    ...zodReader,
    fits: () => {
      tests++;
      return true;
    },
  };
  expect([...unnamedMembers(reader, Nested, value)]).toHaveLength(1);
  expect(tests).toBeLessThan(200);
});
