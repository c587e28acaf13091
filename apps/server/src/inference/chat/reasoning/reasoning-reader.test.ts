import { describe, expect, it } from "vitest";
import { ContentReader } from "../answer/content-reader.ts";
import { parts, readAnswer } from "../answer/testing/read-answer.ts";
import { CallReader } from "../tools/call-reader.ts";
import { ReasoningReader } from "./reasoning-reader.ts";

const open = ({ isOpen = false, isHidden = false } = {}) =>
  new ReasoningReader({ isOpen, isHidden, behind: new ContentReader() });

describe("the model opens its reasoning", () => {
  it.each<[string, string, string]>([
    [
      "<think>\nLet me see.\n\nYes.\n</think>\n\nYes.\nIt is.\n",
      "Let me see.\n\nYes.",
      "Yes.\nIt is.\n",
    ],
    ["\n<think>a</think>b", "a", "b"],
    ["<think>\n\n</think>\n\nb", "", "b"],
    ["<think>a", "a", ""],
    ["<think>a </thi", "a </thi", ""],
    ["<think>a</think>", "a", ""],
    ["<think>a</think>b<think>c</think>", "a", "b<think>c</think>"],
    ["<think>a<b </ c</think>d", "a<b </ c", "d"],
    ["no thought", "", "no thought"],
    ["  \n spaces first", "", "  \n spaces first"],
    ["<thing>", "", "<thing>"],
    ["<thin", "", "<thin"],
    ["  ", "", "  "],
    ["", "", ""],
    ["a <think>b</think>", "", "a <think>b</think>"],
  ])("%j", (text, reasoning, content) => {
    expect(readAnswer(open, text)).toEqual({ reasoning, content, calls: [] });
  });
});

describe("the prompt has opened the reasoning", () => {
  it.each<[string, string, string]>([
    ["Let me see.\n</think>\n\nYes.", "Let me see.", "Yes."],
    ["\n  a</think>b", "a", "b"],
    ["<think>\na</think>b", "a", "b"],
    ["</think>b", "", "b"],
    ["a", "a", ""],
    ["<thi", "<thi", ""],
  ])("%j", (text, reasoning, content) => {
    const reader = () => open({ isOpen: true });
    expect(readAnswer(reader, text)).toEqual({ reasoning, content, calls: [] });
  });
});

it("leaves the reasoning out where it is hidden", () => {
  const reader = () => open({ isHidden: true });
  expect(readAnswer(reader, "<think>a</think>b")).toEqual({
    reasoning: "",
    content: "b",
    calls: [],
  });
});

it("reads calls behind the reasoning, and none in it", () => {
  const call = '<tool_call>{"name": "a", "arguments": {}}</tool_call>';
  const reader = () =>
    new ReasoningReader({
      isOpen: false,
      isHidden: false,
      behind: new CallReader({ newCallId: String, allowsParallelCalls: true, keepsText: true }),
    });
  expect(readAnswer(reader, `<think>${call}</think>\n${call}`)).toEqual({
    reasoning: call,
    content: "",
    calls: [{ name: "a", arguments: "{}" }],
  });
});

it("sends reasoning and content as they come", () => {
  const reader = open();
  expect(["<think>a", " b", "</", "think>\n", "c"].map((piece) => reader.push(piece))).toEqual([
    [{ kind: "reasoning", text: "a" }],
    [{ kind: "reasoning", text: " b" }],
    [],
    [],
    [{ kind: "content", text: "c" }],
  ]);
});

it.each([" ", "<think>", "<", "</think", "a "])("reads a long run of %j in time", (unit) => {
  const text = unit.repeat(Math.ceil(400_000 / unit.length));
  expect(parts(open({ isOpen: true }), [...Array.from(text), "."]).length).toBeGreaterThan(0);
});
