import { describe, expect, test } from "vitest";
import type { SchemaObject } from "../document/openapi.ts";
import { contextOf } from "../testing/context-of.ts";
import { markedMembers } from "./marked-members.ts";

const ref = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` });
const having = (properties: Record<string, SchemaObject>): SchemaObject => {
  return { type: "object", properties };
};
const raw = { "x-raw-json": true };

const schemas: Record<string, SchemaObject> = {
  Start: having({ inputs: { type: "object", ...raw }, id: { type: "string" } }),
  End: having({ output: raw }),
  Half: { anyOf: [having({ start: ref("Start") }), having({ end: ref("End") })] },
  Tree: having({ name: { type: "string" }, child: ref("Tree") }),
  RawTree: having({ value: raw, child: ref("RawTree") }),
};

function membersOf(schema: SchemaObject): string[] {
  const context = contextOf({ schemas });
  return markedMembers(schema, "x-raw-json", context, "#").map(({ member }) => member);
}

describe("places of x-raw-json", () => {
  test.each<[name: string, given: SchemaObject, want: readonly string[]]>([
    ["no mark", having({ a: { type: "string" } }), []],
    ["a member", having({ a: raw, b: true }), ["/a"]],
    ["a member behind a reference", having({ start: ref("Start") }), ["/start/inputs"]],
    [
      "a reference with the mark beside it",
      having({ start: { ...(ref("Start") as object), ...raw } }),
      ["/start"],
    ],
    ["every item", having({ rows: { type: "array", items: raw } }), ["/rows/*"]],
    ["an item by its place", { type: "array", prefixItems: [true, raw] }, ["/1"]],
    [
      "all branches of a union, with each place once",
      having({ batch: { type: "array", items: { anyOf: [ref("Half"), ref("Half")] } } }),
      ["/batch/*/start/inputs", "/batch/*/end/output"],
    ],
    ["a name with a slash", having({ "a/b": raw }), ["/a~1b"]],
    [
      "not inside a marked member",
      having({ a: { ...raw, ...(having({ b: raw }) as object) } }),
      ["/a"],
    ],
    ["not where the mark says false", having({ a: { "x-raw-json": false } }), []],
    ["a schema that contains itself, without marks", ref("Tree"), []],
  ])("%s", (_, given, want) => {
    expect(membersOf(given)).toEqual(want);
  });

  test("a marked member with endless places is refused", () => {
    expect(() => membersOf(ref("RawTree"))).toThrow(/RawTree contains itself/);
  });

  test("a marked member without a fixed name is refused", () => {
    const given: SchemaObject = { type: "object", additionalProperties: raw };
    expect(() => membersOf(given)).toThrow(/additionalProperties: x-raw-json is not supported/);
  });
});
