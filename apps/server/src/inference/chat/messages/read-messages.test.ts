import type { Inference } from "@heddle/types";
import { describe, expect, it } from "vitest";
import { readMessages } from "./read-messages.ts";

type Message = Inference.ChatMessage;

/** A message as the loosest of the variants lets it in. */
const loose = (message: Readonly<Record<string, unknown>>) => message as unknown as Message;
const call = (args: string) => ({
  id: "call_1",
  type: "function" as const,
  function: { name: "weather", arguments: args },
});
const read = (args: Readonly<Record<string, unknown>>) => ({
  id: "call_1",
  type: "function",
  function: { name: "weather", arguments: args },
});
const assistant = (more: Partial<Inference.AssistantMessage>): Message => ({
  role: "assistant",
  ...more,
});

describe("messages as templates read them", () => {
  it.each<[string, Message, unknown]>([
    ["text", { role: "user", content: " a\n" }, { role: "user", content: " a\n" }],
    [
      "a name",
      { role: "user", content: "a", name: "Ann" },
      { role: "user", content: "a", name: "Ann" },
    ],
    ["no name", { role: "user", content: "a", name: null }, { role: "user", content: "a" }],
    [
      "parts, joined by newlines",
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
      { role: "user", content: "a\nb" },
    ],
    ["no parts", { role: "user", content: [] }, { role: "user", content: "" }],
    [
      "all parts that are text",
      loose({
        role: "tester",
        content: [
          "a",
          { type: "refusal", refusal: "b" },
          { type: "thinking", thinking: "c", closed: true },
          { type: "input_text", text: "d" },
          { type: "output_text", text: "e" },
          { type: "text", text: null },
        ],
      }),
      { role: "tester", content: "a\nb\nc\nd\ne" },
    ],
    [
      "a developer's instructions",
      { role: "developer", content: "a" },
      { role: "system", content: "a" },
    ],
    ["no content", assistant({ content: null }), { role: "assistant", content: "" }],
    [
      "a refusal",
      assistant({ content: null, refusal: "No." }),
      { role: "assistant", content: "No." },
    ],
    [
      "calls, their arguments as objects",
      assistant({ content: null, tool_calls: [call('{"city": "Paris"}')] }),
      { role: "assistant", content: "", tool_calls: [read({ city: "Paris" })] },
    ],
    [
      "arguments that are cut off",
      assistant({ tool_calls: [call('{"city": "Pa')] }),
      { role: "assistant", content: "", tool_calls: [read({})] },
    ],
    [
      "empty arguments",
      assistant({ tool_calls: [call("")] }),
      { role: "assistant", content: "", tool_calls: [read({})] },
    ],
    [
      "arguments that are no object",
      assistant({ tool_calls: [call("[1]")] }),
      { role: "assistant", content: "", tool_calls: [read({})] },
    ],
    ["no calls", assistant({ content: "a", tool_calls: [] }), { role: "assistant", content: "a" }],
    [
      "null for calls",
      assistant({ content: "a", tool_calls: null }),
      { role: "assistant", content: "a" },
    ],
    [
      "a call with text as input",
      assistant({
        tool_calls: [{ id: "call_1", type: "custom", custom: { name: "run", input: "ls" } }],
      }),
      {
        role: "assistant",
        content: "",
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "run", arguments: { input: "ls" } } },
        ],
      },
    ],
    [
      "the older form of a call",
      assistant({ content: null, function_call: { name: "weather", arguments: '{"a":1}' } }),
      {
        role: "assistant",
        content: "",
        tool_calls: [{ type: "function", function: { name: "weather", arguments: { a: 1 } } }],
      },
    ],
    [
      "a tool's result in parts",
      {
        role: "tool",
        content: [
          { type: "text", text: "11" },
          { type: "text", text: "rain" },
        ],
        tool_call_id: "call_1",
      },
      { role: "tool", content: "11\nrain", tool_call_id: "call_1" },
    ],
    [
      "the older form of a result",
      { role: "function", name: "weather", content: "11" },
      { role: "tool", name: "weather", content: "11" },
    ],
    [
      "reasoning",
      assistant({ content: "a", reasoning: "r" }),
      { role: "assistant", content: "a", reasoning: "r", reasoning_content: "r" },
    ],
    [
      "reasoning by its older name",
      assistant({ content: "a", reasoning_content: "r" }),
      { role: "assistant", content: "a", reasoning: "r", reasoning_content: "r" },
    ],
    [
      "both names of reasoning",
      assistant({ content: "a", reasoning: "r", reasoning_content: "o" }),
      { role: "assistant", content: "a", reasoning: "r", reasoning_content: "r" },
    ],
    ["a role of its own", { role: "critic", content: "a" }, { role: "critic", content: "a" }],
    [
      "tools that a developer brings",
      { role: "developer", content: "a", tools: [{ function: { name: "f" } }] },
      { role: "system", content: "a", tools: [{ function: { name: "f" } }] },
    ],
    [
      "a turn in a channel",
      {
        author: { role: "assistant", name: "Ann" },
        content: [{ type: "text", text: "a" }],
        channel: "final",
        recipient: null,
      },
      { role: "assistant", name: "Ann", content: "a", channel: "final" },
    ],
    [
      "a turn in a channel without content",
      { author: { role: "developer" } },
      { role: "system", content: "" },
    ],
  ])("%s", (_name, message, expected) => {
    expect(readMessages([message])).toEqual([expected]);
  });
});
