import { type EmbeddedEngine, openEmbeddedEngine } from "@heddle/engine";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { conversationOf } from "./conversation.ts";
import { Examples } from "./example.ts";
import type { TrainedTurns } from "./sft-config.ts";

let folder: string;
let engine: EmbeddedEngine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-labels-"));
  engine = await openEmbeddedEngine({ directory: folder, threads: 1 });
});
afterAll(async () => {
  await engine.shutdown();
  await rm(folder, { recursive: true });
});

const { signal } = new AbortController();

/** The text of the tokens that are learned, and of all. */
async function learned(
  line: object,
  turns: TrainedTurns,
): Promise<{ readonly learned: string; readonly whole: string }> {
  const text = engine.text("heddle/loom");
  const conversation = conversationOf(JSON.stringify(line), 1, turns)!;
  const examples = await Examples.of(text, turns, 4_096, signal);
  const example = (await examples.of(conversation, 1, signal))!;
  const tokens = [...example.tokens];
  return {
    learned: await text.decode(tokens.filter((_, i) => example.isTrained[i] === 1)),
    whole: await text.decode(tokens),
  };
}

const turns = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "One?" },
    { role: "assistant", content: "Uno." },
    { role: "user", content: [{ type: "text", text: "Two?" }] },
    { role: "assistant", content: "Dos, naïve ☃." },
  ],
};

test("every turn of the assistant is learned, with the token that ends it", async () => {
  const found = await learned(turns, "all");
  expect(found.learned).toBe("Uno.<|im_end|>\nDos, naïve ☃.<|im_end|>\n");
  expect(found.whole).toBe(
    "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nOne?<|im_end|>\n" +
      "<|im_start|>assistant\nUno.<|im_end|>\n<|im_start|>user\nTwo?<|im_end|>\n" +
      "<|im_start|>assistant\nDos, naïve ☃.<|im_end|>\n",
  );
});

test("the last turn alone", async () => {
  expect((await learned(turns, "last")).learned).toBe("Dos, naïve ☃.<|im_end|>\n");
});

test("calls are learned as the model writes them; what tools answer is not", async () => {
  const call = {
    id: "c1",
    type: "function",
    function: { name: "add", arguments: '{"a":1,"b":2}' },
  };
  const tools = [{ type: "function", function: { name: "add", parameters: { type: "object" } } }];
  const messages = [
    { role: "user", content: "1 + 2?" },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "c1", name: "add", content: "3" },
    { role: "assistant", content: "Three." },
  ];
  const found = await learned({ messages, tools }, "all");
  expect(found.learned).toMatch(/^<tool_call>\n\{"name": "add", "arguments": .*\}\n<\/tool_call>/s);
  expect(found.learned).toMatch(/<\|im_end\|>\nThree\.<\|im_end\|>\n$/);
  expect(found.learned).not.toContain("tool\n3");
  expect(found.whole).toContain("tools:\nadd(");
});
