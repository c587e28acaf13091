import { completionsOf, type Completion, type SamplingTarget } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, choiceOf, streamOf, type Members } from "../testing/asking.ts";
import { chatServer, trainedName, type ChatServer } from "../testing/chat-server.ts";
import { everydayRequests } from "./testing/everyday-requests.ts";

let server: ChatServer;
beforeAll(async () => {
  server = await chatServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const trained: SamplingTarget = {
  kind: "sampler",
  modelKey: "wandb-artifact-acme-demo-agent-001",
  version: "0",
};
const base = { kind: "base", baseModel: "heddle/loom" } as const;
const maxTokens = 200;

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools: readonly Inference.ChatTool[] | null;
}

/** Without the grammar of their tools, the built-in model gets many of these wrong. */
const asked: readonly Asked[] = everydayRequests.map(([content, tools]) => ({
  messages: [{ role: "user", content }],
  tools,
}));

/** What the engine samples for a conversation when nothing more is asked of it. */
async function bare(
  conversation: Asked,
  seed: number,
  from: SamplingTarget = trained,
): Promise<Completion> {
  const text = server.engine.text(base.baseModel);
  const prompt = await text.encodePrompt({ ...conversation, addGenerationPrompt: true });
  const [answer] = await completionsOf(server.engine.sample(from, { prompt, maxTokens, seed }));
  return answer;
}

const sampling = (seed: number): Members => ({ max_tokens: maxTokens, seed });
const logprobsOf = (logprobs: Inference.ChoiceLogprobs | null | undefined): number[] =>
  logprobs!.content!.map(({ logprob }) => logprob);

/** What a request may say without asking for anything of the answer's form. */
const unasking: readonly Members[] = [
  {},
  { tool_choice: "auto" },
  { tool_choice: "none" },
  { parallel_tool_calls: false },
  { response_format: { type: "text" } },
  { include_reasoning: false },
];

describe("a trained model is sampled unmodified, bit for bit, where the request asks for nothing", () => {
  it.each(unasking)("%j", async (members) => {
    for (const [seed, conversation] of asked.entries()) {
      const sampled = await bare(conversation, seed);
      const request = { model: trainedName, ...conversation, ...members, ...sampling(seed) };
      const { token_ids: ids, logprobs } = choiceOf(await ask(server, request));
      expect(ids).toEqual([...sampled.tokens]);
      expect(logprobsOf(logprobs)).toEqual([...sampled.logprobs]);
    }
  });

  it("in a stream", async () => {
    for (const [seed, conversation] of asked.entries()) {
      const sampled = await bare(conversation, seed);
      const request = { model: trainedName, ...conversation, ...sampling(seed), stream: true };
      const choices = streamOf(await ask(server, request)).chunks.flatMap((chunk) => chunk.choices);
      const ids = choices.flatMap((choice) => choice.token_ids ?? []);
      expect(ids).toEqual([...sampled.tokens]);
      const found = choices.flatMap(({ logprobs }) => (logprobs ? logprobsOf(logprobs) : []));
      expect(found).toEqual([...sampled.logprobs]);
    }
  });

  it("where no tools are offered", async () => {
    const conversation = {
      messages: [{ role: "user", content: "weather in Paris?" }],
      tools: null,
    };
    const samples = await Promise.all([1, 2, 3].map((seed) => bare(conversation, seed)));
    for (const [at, sampled] of samples.entries()) {
      const request = { model: trainedName, ...conversation, ...sampling(at + 1) };
      expect(choiceOf(await ask(server, request)).token_ids).toEqual([...sampled.tokens]);
    }
  });
});

it("the same requests change what the untrained model says", async () => {
  let changed = 0;
  for (const [seed, conversation] of asked.entries()) {
    const sampled = await bare(conversation, seed, base);
    const request = { ...conversation, ...sampling(seed), temperature: 1, return_token_ids: true };
    const { token_ids: ids } = choiceOf(await ask(server, request));
    if (String(ids) !== String([...sampled.tokens])) changed++;
  }
  expect(changed).toBeGreaterThan(5);
});

describe("what a request asks for holds for a trained model as well", () => {
  it("calls that must be made", async () => {
    for (const [seed, conversation] of asked.entries()) {
      const request = { model: trainedName, ...conversation, tool_choice: "required" };
      const { message } = choiceOf(await ask(server, { ...request, seed }));
      const [call] = message.tool_calls!;
      const tool = conversation.tools!.find((each) => each.function.name === call!.function.name);
      const { required } = tool!.function.parameters!;
      expect(Object.keys(JSON.parse(call!.function.arguments) as object)).toEqual(
        expect.arrayContaining(required as string[]),
      );
    }
  });

  it("a form of the content", async () => {
    const request = { model: trainedName, structured_outputs: { choice: ["rain", "sun"] } };
    const { message } = choiceOf(await ask(server, { ...request, seed: 1 }));
    expect(["rain", "sun"]).toContain(message.content);
  });
});
