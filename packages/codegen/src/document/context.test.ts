import { expect, test } from "vitest";
import { contextOf } from "../testing/context-of.ts";

const context = contextOf({
  schemas: {
    A: { $ref: "#/components/schemas/B" },
    B: { type: "string" },
    Loop: { $ref: "#/components/schemas/Loop" },
    "a/b": { type: "null" },
  },
});

const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

test("all options have a value", () => {
  expect(context.outputs.schemas).toBe("schemas.ts");
  expect(context.modules.handler).toBe("@heddle/server-kit");
  expect(context.service).toBe("api");
});

test.each([
  [ref("B"), { type: "string" }],
  [ref("A"), { type: "string" }],
  [ref("a~1b"), { type: "null" }],
  [{ type: "number" }, { type: "number" }],
])("%j leads to %j", (given, want) => {
  expect(context.resolve<unknown>(given, "#/here")).toEqual(want);
});

test.each([
  [ref("C"), "#/here: refers to #/components/schemas/C, which is missing"],
  [ref("Loop"), "#/here: #/components/schemas/Loop refers to itself"],
  [{ $ref: "other.yaml#/A" }, "#/here: refers to other.yaml#/A; bundle the document first"],
])("%j is refused", (given, message) => {
  expect(() => context.resolve<unknown>(given, "#/here")).toThrow(message);
});
