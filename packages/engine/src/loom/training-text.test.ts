import { join } from "node:path";
import { expect, it } from "vitest";
import { ChatForm } from "../../loom/chat-tokens.ts";
import { trainingConversation } from "../../loom/curriculum.ts";
import { categories, questions } from "../../loom/evaluation/questions.ts";
import type { Category } from "../../loom/text/categories.ts";
import type { Conversation } from "../../loom/text/conversation.ts";
import { Random } from "../../loom/text/random.ts";
import { loomFolder } from "../loom.ts";

/** The same in both splits, or ending in thanks, which are. */
const closedCategories: readonly Category[] = ["greeting", "itself", "unknown fact", "second turn"];

function trainingText(seed: number, count: number): Conversation[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, index) => trainingConversation(random, index / count));
}

function systemText({ messages }: Conversation): string[] {
  return messages.filter(({ role }) => role === "system").map(({ content }) => content);
}

/** Every question with all that follows on it: calls, results and the answer. */
function exchangesOf({ messages }: Conversation): string[] {
  return messages.flatMap((message, index) => {
    if (message.role !== "user") return [];
    const next = messages.findIndex(({ role }, at) => at > index && role === "user");
    return [JSON.stringify(messages.slice(index, next < 0 ? undefined : next))];
  });
}

it("makes the same text from the same seed, and other text from another", () => {
  expect(trainingText(7, 300)).toEqual(trainingText(7, 300));
  expect(trainingText(7, 300)).not.toEqual(trainingText(8, 300));
});

it("goes on in the text from a saved state", () => {
  const random = new Random(3);
  trainingConversation(random, 0.5);
  const resumed = new Random(0);
  resumed.state = random.state;
  expect(trainingConversation(resumed, 0.5)).toEqual(trainingConversation(random, 0.5));
});

it("has nothing in the training text that the evaluation holds out", () => {
  const trained = trainingText(42, 20_000);
  const trainedExchanges = new Set(trained.flatMap(exchangesOf));
  const trainedSystemText = new Set(trained.flatMap(systemText));
  for (const condition of ["plain", "in context"] as const) {
    const asked = questions(condition, 60);
    const open = asked.filter(({ category }) => !closedCategories.includes(category));
    const known = open.filter((chat) => trainedExchanges.has(exchangesOf(chat).at(-1) ?? ""));
    expect(known).toEqual([]);
    expect(asked.flatMap(systemText).filter((text) => trainedSystemText.has(text))).toEqual([]);
  }
});

it("asks in context with system prompts up to 300 bytes and up to three earlier turns", () => {
  const asked = questions("in context", 60);
  const longest = Math.max(...asked.flatMap(systemText).map((text) => text.length));
  expect(longest).toBeGreaterThan(280);
  // One or two told facts may stand beside the prompt.
  expect(longest).toBeLessThanOrEqual(450);
  const turns = asked
    .filter(({ category }) => category === "sum")
    .map(({ messages }) => messages.filter(({ role }) => role === "user").length);
  expect(new Set(turns)).toEqual(new Set([1, 2, 3, 4]));
});

it("trains on every category, and on every answer of a conversation", () => {
  const text = trainingText(1, 2000);
  const trained = new Set(text.map(({ category }) => category));
  for (const category of categories) expect(trained).toContain(category);
  const chat = text.find(({ messages }) => messages.length >= 6);
  const { tokens, isAnswer } = new ChatForm(join(loomFolder, "tokenizer.json")).tokens(chat!);
  const ends = [...tokens].filter((token, index) => token === 257 && isAnswer[index] === 1).length;
  expect(ends).toBe(chat!.messages.filter(({ role }) => role === "assistant").length);
});
