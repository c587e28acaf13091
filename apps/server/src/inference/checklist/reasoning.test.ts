import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, choiceOf, completionOf, type Members, streamOf, textOf } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";
import { taughtModel } from "../testing/trained-model.ts";
import { thinkingModel } from "../testing/thinking-model.ts";

// Items 58 and 73 of the checklist in inference-api §13, on models whose template opens their reasoning.

const opened = "<|im_start|>user\nthink<|im_end|>\n<|im_start|>assistant\n<think>\n";
const thinker = "wandb-artifact:///acme/demo/thinker";
const thought = "I think.";

let server: ChatServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-thinking-"));
  const model = join(folder, "model");
  await thinkingModel(model);
  server = await chatServer({
    env: { HEDDLE_MODELS: `test/thinking=${model}` },
    models: (engine) =>
      taughtModel(engine, thinker, {
        baseModel: "test/thinking",
        prompt: opened,
        answer: `${thought}\n</think>\n\nmaybe<|im_end|>`,
      }),
  });
}, 120_000);

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const members = { model: "test/thinking", max_tokens: 20 };

/** How many tokens a text is: what it adds to a prompt. */
async function tokensOf(text: string): Promise<number> {
  const [prompt, empty] = await Promise.all(
    [text, ""].map(async (content) => {
      const messages = [{ role: "user", content }];
      const answer = await ask(server, { model: "test/thinking", max_tokens: 1, messages });
      return completionOf(answer).usage.prompt_tokens;
    }),
  );
  return prompt! - empty!;
}

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
    ignore_eos: true,
    logprobs: true,
    return_token_ids: true,
  };
  const answer = completionOf(await ask(server, asked));
  expect(answer.usage.completion_tokens).toBe(20);
  expect(answer.prompt_token_ids).toBeNull();
  expect(answer.choices[0]).toMatchObject({ logprobs: null, token_ids: null });
  expect(answer.choices[0]?.message).toMatchObject({ reasoning: null, reasoning_content: null });
  const shown = await ask(server, { ...asked, stream: true });
  expect(shown.text).not.toMatch(/"reasoning(_content)?"/);
  expect(shown.text).not.toContain("token_ids");
});

const thinking = {
  model: thinker,
  messages: [{ role: "user", content: "think" }],
  temperature: 0,
  max_tokens: 60,
};

test("73: what stands behind the reasoning is content, whole and streamed", async () => {
  const answer = completionOf(await ask(server, thinking));
  const said = { reasoning: thought, reasoning_content: thought, content: "maybe" };
  expect(answer.choices[0]).toMatchObject({ message: said, finish_reason: "stop" });
  const streamed = streamOf(await ask(server, { ...thinking, stream: true }));
  const deltas = streamed.chunks.flatMap(({ choices }) => choices[0]?.delta ?? []);
  expect(deltas.map(({ reasoning }) => reasoning ?? "").join("")).toBe(thought);
  expect(textOf(streamed)).toBe("maybe");
});

test("usage says how many tokens were reasoning", async () => {
  const reasoningTokens = await tokensOf(`${thought}\n</think>`);
  const details = { completion_tokens_details: { reasoning_tokens: reasoningTokens } };
  const { usage } = completionOf(await ask(server, thinking));
  expect(usage).toMatchObject(details);
  expect(usage.completion_tokens).toBe(reasoningTokens + (await tokensOf("\n\nmaybe")) + 1);
  const stream_options = { include_usage: true, continuous_usage_stats: true };
  const { chunks } = streamOf(await ask(server, { ...thinking, stream: true, stream_options }));
  expect(chunks.at(-1)?.usage).toEqual(usage);
  const running = chunks.map((chunk) => chunk.usage?.completion_tokens_details?.reasoning_tokens);
  expect(running).toEqual(running.toSorted((one, other) => one! - other!));
  const plain = completionOf(await ask(server));
  expect(plain.usage).not.toHaveProperty("completion_tokens_details");
});

test("a limit in the middle of the reasoning leaves nothing but reasoning", async () => {
  const { usage, choices } = completionOf(await ask(server, { ...thinking, max_tokens: 2 }));
  const [choice] = choices;
  expect(choice).toMatchObject({ message: { content: "" }, finish_reason: "length" });
  expect(choice?.message.reasoning).toMatch(/./);
  expect(thought.startsWith(choice?.message.reasoning ?? "")).toBe(true);
  expect(usage.completion_tokens_details).toEqual({ reasoning_tokens: 2 });
});

test("58: a template argument switches the reasoning off, and so does an effort of none", async () => {
  for (const off of [
    { chat_template_kwargs: { enable_thinking: false } },
    { reasoning_effort: "none" },
  ]) {
    const { message } = choiceOf(await ask(server, { ...members, ...off }));
    expect(message).toMatchObject({ reasoning: null, reasoning_content: null });
    expect(message.content).toMatch(/./);
  }
  const prompt = async (more: Members): Promise<number> =>
    completionOf(await ask(server, { ...members, max_tokens: 1, ...more })).usage.prompt_tokens;
  const on = await prompt({ chat_template_kwargs: { enable_thinking: true } });
  expect(on).toBe(await prompt({}));
  const off = await prompt({ chat_template_kwargs: { enable_thinking: false } });
  expect(off).toBe(on + (await tokensOf("</think>\n")));
});
