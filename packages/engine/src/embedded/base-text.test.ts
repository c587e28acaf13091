import { afterAll, beforeAll, expect, it } from "vitest";
import { EngineError } from "../errors.ts";
import type { BaseText } from "./base-text.ts";
import { openTestEngine, type OpenedEngine, tiny } from "./testing/opened-engine.ts";

let opened: OpenedEngine;
let text: BaseText;
beforeAll(async () => {
  opened = await openTestEngine();
  text = opened.engine.text(tiny);
});
afterAll(() => opened.close());

const question = [{ role: "user", content: "why?" }];
const begun = [...question, { role: "assistant", content: "since" }];

it("a prompt ends where the assistant's turn begins", async () => {
  const tokens = await text.encodePrompt({ messages: question });
  const rendered = await text.render({ messages: question, addGenerationPrompt: true });
  expect(await text.decode(tokens)).toBe(rendered);
  expect(await text.prompt({ messages: question })).toEqual({ text: rendered, tokens });
  expect(rendered.endsWith("<|im_start|>assistant\n")).toBe(true);
});

it("a prompt to go on with ends inside the last message", async () => {
  const prompt = await text.encodePrompt({ messages: begun, continueFinalMessage: true });
  expect((await text.decode(prompt)).endsWith("assistant\nsince")).toBe(true);
});

it("a prompt without an opening can be asked for", async () => {
  const prompt = await text.encodePrompt({ messages: question, addGenerationPrompt: false });
  expect((await text.decode(prompt)).endsWith("why?<|im_end|>\n")).toBe(true);
});

it("plain numbers are decoded as tokens are", async () => {
  const tokens = await text.encode("grüß dich<|im_end|>");
  expect(await text.decode([...tokens], { skipSpecialTokens: true })).toBe("grüß dich");
});

it("a call that is given up is not carried out", async () => {
  const signal = AbortSignal.abort();
  await expect(text.encodePrompt({ messages: question }, { signal })).rejects.toMatchObject({
    kind: "cancelled",
  });
});

it.each<[string, () => Promise<unknown>]>([
  ["a text that cannot fit", () => text.encode("x".repeat(1_000_000))],
  [
    "a prompt that cannot fit",
    () => text.prompt({ messages: [{ role: "user", content: "x".repeat(1_000_000) }] }),
  ],
  ["a token that is none", () => text.decode([-1])],
  ["messages that the template cannot read", () => text.render({ messages: [null] })],
])("%s is refused as the engine refuses, not as the package of texts does", async (_, call) => {
  const error: unknown = await call().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EngineError);
  expect(error).toMatchObject({ name: "EngineError", kind: "invalid" });
});

it("a call that is given up for a reason of the engine fails with it", async () => {
  const reason = new EngineError("deadline", "Too late.");
  const call = text.encode("x", { signal: AbortSignal.abort(reason) });
  await expect(call).rejects.toBe(reason);
});
