import type { Inference } from "@heddle/types";
import { describe, expect, it } from "vitest";
import { readToolMode } from "./read-tool-mode.ts";

type Fields = Pick<Inference.ChatCompletionRequest, "tools" | "tool_choice">;

const mode = (fields: Fields) => readToolMode({ model: "m", messages: [], ...fields });
const tools = ["a", "b"].map((name) => ({ function: { name } }));
const named = (name: string) => ({ type: "function" as const, function: { name } });

it.each<[Fields, unknown]>([
  [{}, { kind: "none" }],
  [{ tools: null, tool_choice: null }, { kind: "none" }],
  [{ tool_choice: "none" }, { kind: "none" }],
  [{ tools }, { kind: "auto", tools }],
  [
    { tools, tool_choice: null },
    { kind: "auto", tools },
  ],
  [
    { tools, tool_choice: "auto" },
    { kind: "auto", tools },
  ],
  [{ tools, tool_choice: "none" }, { kind: "none" }],
  [
    { tools, tool_choice: "required" },
    { kind: "required", tools },
  ],
  [
    { tools, tool_choice: named("b") },
    { kind: "named", tool: tools[1] },
  ],
])("%j", (fields, expected) => {
  expect(mode(fields)).toEqual(expected);
});

describe("refusals", () => {
  it.each<[Fields, string, RegExp]>([
    [{ tools: [] }, "tools", /empty/],
    [{ tools: [], tool_choice: "none" }, "tools", /empty/],
    [{ tool_choice: "auto" }, "tool_choice", /needs tools/],
    [{ tool_choice: "required" }, "tool_choice", /needs tools/],
    [{ tool_choice: named("a") }, "tool_choice", /needs tools/],
    [{ tools, tool_choice: named("") }, "tool_choice.function.name", /names no function/],
    [
      { tools, tool_choice: named("c") },
      "tool_choice",
      /"c", which is not among the tools: "a", "b"\.$/,
    ],
    [
      { tools: Array.from({ length: 1001 }, () => tools[0]!), tool_choice: "required" },
      "tools",
      /1001 entries; .* at most 1000/,
    ],
    [
      { tools: Array.from({ length: 99 }, () => tools[0]!), tool_choice: named("c") },
      "tool_choice",
      /"a", …\.$/,
    ],
  ])("%j", (fields, param, message) => {
    let error: unknown;
    try {
      mode(fields);
    } catch (cause) {
      error = cause;
    }
    expect(error).toMatchObject({
      name: "InvalidParameter",
      param,
      message: expect.stringMatching(message),
    });
  });
});
