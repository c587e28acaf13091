import { describe, expect, test } from "vitest";
import type { SchemaObject } from "../document/openapi.ts";
import { flat } from "../print/code.ts";
import { contextOf } from "../testing/context-of.ts";
import { componentsObject } from "./components-object.ts";

type Schemas = Readonly<Record<string, SchemaObject>>;

const ref = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` });
const having = (properties: Schemas): SchemaObject => ({ type: "object", properties });

function definitionsOf(schemas: Schemas): string[] {
  return componentsObject(contextOf({ schemas })).map(
    ({ name, code }) => `${name} = ${flat(code)}`,
  );
}

describe("order of definitions", () => {
  test.each<[name: string, given: Schemas, want: readonly string[]]>([
    [
      "a schema comes after the schemas that it uses",
      { List: having({ items: ref("Item") }), Item: { type: "string" } },
      ["Item = z.string()", "List = z.looseObject({ items: Item.optional() })"],
    ],
    [
      "the order of the document is kept if possible",
      { B: { type: "string" }, A: { type: "string" } },
      ["B = z.string()", "A = z.string()"],
    ],
    [
      "a schema that contains itself has a getter",
      { Tree: having({ children: { type: "array", items: ref("Tree") } }) },
      ["Tree = z.looseObject({ get children(): z.ZodType { return z.array(Tree).optional(); } })"],
    ],
    [
      "in a cycle only a schema that is defined later has a getter",
      {
        Operand: { anyOf: [ref("Not"), ref("Literal")] },
        Not: { type: "object", required: ["$not"], properties: { $not: ref("Operand") } },
        Literal: having({ $literal: { type: "string" } }),
        Query: having({ $expr: ref("Operand") }),
      },
      [
        "Not = z.looseObject({ get $not(): z.ZodType { return Operand; } })",
        "Literal = z.looseObject({ $literal: z.string().optional() })",
        "Operand = z.union([Not, Literal])",
        "Query = z.looseObject({ $expr: Operand.optional() })",
      ],
    ],
    [
      "a cycle without a property goes through z.lazy",
      { Json: { anyOf: [{ type: "string" }, { type: "array", items: ref("Json") }] } },
      ["Json = z.union([z.string(), z.array(z.lazy(() => Json))])"],
    ],
    [
      "a tagged union with a branch that is defined later tries each branch",
      {
        Node: {
          oneOf: [ref("Leaf"), ref("Pair")],
          discriminator: { propertyName: "kind" },
        },
        Leaf: { ...(having({ kind: { const: "leaf" } }) as object), required: ["kind"] },
        Pair: {
          ...(having({ kind: { const: "pair" }, left: ref("Node") }) as object),
          required: ["kind"],
        },
      },
      [
        'Leaf = z.looseObject({ kind: z.literal("leaf") })',
        'Pair = z.looseObject({ kind: z.literal("pair"), ' +
          "get left(): z.ZodType { return Node.optional(); } })",
        'Node = z.discriminatedUnion("kind", [Leaf, Pair])',
      ],
    ],
  ])("%s", (_, given, want) => {
    expect(definitionsOf(given)).toEqual(want);
  });
});

test("objects are known, since only they can be branches of a tagged union", () => {
  const schemas: Schemas = {
    Plain: having({ a: true }),
    Closed: { type: "object", additionalProperties: false },
    Extended: { allOf: [ref("Plain"), having({ b: true })] },
    Alias: ref("Plain"),
    Free: { type: "object", additionalProperties: true },
    Nullable: { type: ["object", "null"], properties: { a: true } },
    Text: { type: "string" },
    Union: { anyOf: [ref("Plain"), ref("Closed")] },
    Crossed: { allOf: [ref("Plain"), ref("Plain")] },
  };
  const objects = componentsObject(contextOf({ schemas })).filter(({ isObject }) => isObject);
  expect(objects.map(({ name }) => name)).toEqual(["Plain", "Closed", "Extended", "Alias"]);
});

test.each(["Not-a-name", "z", "operations", "Object"])("a schema cannot be called %s", (name) => {
  expect(() => definitionsOf({ [name]: true })).toThrow(/rename the schema/);
});
