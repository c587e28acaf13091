import { describe, expect, test } from "vitest";
import type { OpenApiDocument, SchemaObject } from "../document/openapi.ts";
import { prepareDocument } from "./prepare.ts";

type Schemas = Readonly<Record<string, SchemaObject>>;

const ref = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` });
const having = (properties: Schemas, required: readonly string[] = []): SchemaObject => {
  return { type: "object", ...(required.length > 0 ? { required } : {}), properties };
};
const tag = (values: readonly string[]): SchemaObject => {
  return { type: "object", properties: { kind: { type: "string", enum: values } } };
};

function prepare(document: Partial<OpenApiDocument>, isStrict = false): OpenApiDocument {
  const whole = { openapi: "3.1.1", info: { title: "A", version: "1" }, paths: {}, ...document };
  return prepareDocument(whole, {
    isStrict,
    warn: () => {},
    attempt: (action) => action(),
  });
}

function schemasOf(schemas: Schemas): Schemas {
  return prepare({ components: { schemas } }).components?.schemas ?? {};
}

const text: SchemaObject = { type: "string" };
const discriminator = { propertyName: "kind" };

describe("tags", () => {
  test.each<[name: string, given: Schemas, want: Schemas]>([
    [
      "a branch whose tag may be any text gets the values that lead to it",
      {
        A: having({ kind: text }),
        U: {
          oneOf: [ref("A")],
          discriminator: { ...discriminator, mapping: { a: "A", b: "#/components/schemas/A" } },
        },
      },
      {
        U: {
          oneOf: [{ allOf: [ref("A"), tag(["a", "b"])] }],
          discriminator: { ...discriminator, mapping: { a: "A", b: "#/components/schemas/A" } },
        },
      },
    ],
    [
      "a branch that lists its values keeps them, in any spelling",
      {
        A: having({ kind: { anyOf: [{ const: "x" }, { type: "null" }] } }),
        B: { allOf: [having({ kind: ref("Kind") })] },
        Kind: { type: "string", enum: ["y"] },
        U: { anyOf: [ref("A"), ref("B")], discriminator },
      },
      { U: { anyOf: [ref("A"), ref("B")], discriminator } },
    ],
    [
      "all extensions of a base get their tags",
      {
        Base: {
          ...(having({ kind: text }) as object),
          discriminator: { ...discriminator, mapping: { c: "C" } },
        },
        C: { allOf: [ref("Base")] },
        D: { allOf: [ref("C"), having({})] },
      },
      {
        C: { allOf: [ref("Base"), tag(["c", "D"])] },
        D: { allOf: [ref("C"), having({}), tag(["D"])] },
      },
    ],
    [
      "an extension with a tag that the base does not list stays as it is",
      {
        Base: { ...(having({ kind: { enum: ["x"] } }) as object), discriminator },
        C: { allOf: [ref("Base")] },
      },
      { C: { allOf: [ref("Base")] } },
    ],
    [
      "the extensions of a base that lists them extend the rest of the base",
      {
        Base: { ...(having({ kind: text }) as object), oneOf: [ref("C")], discriminator },
        C: { allOf: [ref("Base")] },
      },
      { BaseBase: having({ kind: text }), C: { allOf: [ref("BaseBase"), tag(["C"])] } },
    ],
  ])("%s", (_, given, want) => {
    expect(schemasOf(given)).toMatchObject(want);
  });
});

describe("read-only and write-only members", () => {
  const account = having(
    {
      id: { ...(text as object), readOnly: true },
      secret: { ...(text as object), writeOnly: true },
    },
    ["id", "secret"],
  );
  const json = (schema: SchemaObject): object => ({ content: { "application/json": { schema } } });
  const paths = {
    "/a": {
      post: {
        requestBody: json(ref("List")),
        responses: { "200": { description: "A.", ...json(ref("List")) } },
      },
    },
  };

  test("a request requires no read-only members, and a response no write-only ones", () => {
    const schemas = {
      Account: account,
      List: { type: "array", items: ref("Account") },
      Other: text,
    };
    const { components, paths: prepared } = prepare({ paths, components: { schemas } });
    expect(components?.schemas).toMatchObject({
      Account: { required: ["id"] },
      AccountInput: { required: ["secret"] },
      List: { items: ref("Account") },
      ListInput: { items: ref("AccountInput") },
    });
    expect(Object.keys(components?.schemas ?? {})).not.toContain("OtherInput");
    expect(prepared).toMatchObject({ "/a": { post: { requestBody: json(ref("ListInput")) } } });
  });

  test("a schema that is the same on both sides is not split", () => {
    const schemas = {
      Account: having({ id: { ...(text as object), readOnly: true } }),
      List: ref("Account"),
    };
    expect(Object.keys(schemasOf(schemas))).toEqual(["Account", "List"]);
  });
});

test.each<[name: string, given: Schemas, message: RegExp]>([
  ["itself", { A: { allOf: [ref("A")] } }, /#\/components\/schemas\/A: contains itself.*A is a A/],
  [
    "another schema that contains it",
    { A: { anyOf: [text, ref("B")] }, B: { oneOf: [ref("A")] } },
    /A is a B is a A/,
  ],
])("a schema that is %s is refused", (_, given, message) => {
  expect(() => schemasOf(given)).toThrow(message);
});

test("empty members are removed", () => {
  const given = {
    paths: { "/a": null },
    components: { schemas: { A: { type: "object", required: null, properties: { a: null } } } },
  } as unknown as OpenApiDocument;
  expect(prepare(given)).toMatchObject({
    paths: { "/a": {} },
    components: { schemas: { A: { type: "object", properties: { a: {} } } } },
  });
});

test("a strict document does not change", () => {
  const schemas = { A: having({ kind: text }), U: { oneOf: [ref("A")], discriminator } };
  const document = { components: { schemas } };
  expect(prepare(document, true).components).toBe(document.components);
});
