import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, choiceOf, completionOf, streamOf } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";
import { thinkingModel } from "../testing/thinking-model.ts";

// Item 73 of the checklist in inference-api §13, on a model whose template opens its reasoning.

let server: ChatServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-thinking-"));
  const model = join(folder, "model");
  await thinkingModel(model);
  server = await chatServer({ env: { HEDDLE_MODELS: `test/thinking=${model}` } });
});

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const members = { model: "test/thinking", max_tokens: 20 };

test("reasoning stands apart from the content, under both of its names", async () => {
  const { message } = choiceOf(await ask(server, members));
  expect(message.reasoning).toMatch(/./);
  expect(message.reasoning_content).toBe(message.reasoning);
  expect(message.content).not.toContain(message.reasoning);
});

test("77: a stream has the same reasoning", async () => {
  const { chunks } = streamOf(await ask(server, { ...members, stream: true }));
  const deltas = chunks.flatMap(({ choices }) => choices[0]?.delta ?? []);
  const whole = choiceOf(await ask(server, members)).message.reasoning;
  expect(deltas.map(({ reasoning }) => reasoning ?? "").join("")).toBe(whole);
  expect(deltas.map((delta) => delta.reasoning_content ?? "").join("")).toBe(whole);
});

test("what is hidden shows in no member, and counts", async () => {
  const asked = {
    ...members,
    include_reasoning: false,
    logprobs: true,
    return_token_ids: true,
  };
  const answer = completionOf(await ask(server, asked));
  expect(answer.usage.completion_tokens).toBe(20);
  expect(answer.prompt_token_ids).toBeNull();
  expect(answer.choices[0]).toMatchObject({ logprobs: null, token_ids: null });
  expect(answer.choices[0]?.message).toMatchObject({ reasoning: null, reasoning_content: null });
  const shown = await ask(server, { ...asked, stream: true });
  expect(shown.text).not.toContain("reasoning");
  expect(shown.text).not.toContain("token_ids");
});
