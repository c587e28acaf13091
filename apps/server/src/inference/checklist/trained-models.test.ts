import { completionsOf } from "@heddle/engine";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, choiceOf, completionOf, errorOf, streamOf } from "../testing/asking.ts";
import { type ChatServer, chatServer, trainedName } from "../testing/chat-server.ts";

// What training-api §2.5 demands of trained models, under every path.

let server: ChatServer;

beforeAll(async () => {
  server = await chatServer();
});

afterAll(() => server[Symbol.asyncDispose]());

const model = trainedName;
const places = [
  { prefix: "/training/v1", path: "/chat/completions" },
  { prefix: "/training/v1", path: "/chat/completions/" },
  { prefix: "/inference/v1", path: "/chat/completions" },
  { prefix: "/v1", path: "/chat/completions" },
  { prefix: "/v1", path: "/chat/completions/" },
];
const unasked = { model, temperature: 1, seed: 3, max_completion_tokens: 24 };

describe.each(places)("at $prefix$path", (place) => {
  test("an answer has all that it takes to train on it, unasked", async () => {
    const refusing = {
      logprobs: false,
      return_token_ids: false,
      return_tokens_as_token_ids: false,
    };
    for (const flags of [{}, refusing]) {
      const answer = completionOf(await ask(server, { ...unasked, ...flags }, place));
      expect(answer.model).toBe(model);
      const [choice] = answer.choices;
      const ids = choice?.token_ids ?? [];
      expect(ids).toHaveLength(answer.usage.completion_tokens);
      expect(choice?.logprobs?.content?.map(({ token }) => token)).toEqual(
        ids.map((id) => `token_id:${id}`),
      );
      expect(choice?.logprobs?.content?.every(({ top_logprobs: top }) => top.length === 0)).toBe(
        true,
      );
      expect(answer.prompt_token_ids).toHaveLength(answer.usage.prompt_tokens);
      expect(choice?.prompt_token_ids).toEqual(answer.prompt_token_ids);
      expect(["stop", "length"]).toContain(choice?.finish_reason);
    }
  });

  test("a stream has it too", async () => {
    const { chunks } = streamOf(await ask(server, { ...unasked, stream: true }, place));
    const choices = chunks.flatMap((chunk) => chunk.choices);
    const whole = choiceOf(await ask(server, unasked, place));
    expect(choices.flatMap(({ token_ids: ids }) => ids ?? [])).toEqual(whole.token_ids);
    const joined = choices.flatMap(({ logprobs }) => logprobs?.content ?? []);
    expect(joined).toEqual(whole.logprobs?.content);
    expect(chunks[0]?.prompt_token_ids).toEqual(whole.prompt_token_ids);
  });
});

test.each([
  ["text", {}],
  [
    "tools",
    {
      tools: [
        {
          type: "function",
          function: { name: "get_weather", parameters: { type: "object", properties: {} } },
        },
      ],
    },
  ],
])("what is sampled is what the engine samples, bit for bit: %s", async (_, members) => {
  const request = { ...unasked, ...members };
  const answer = completionOf(await ask(server, request, { prefix: "/training/v1" }));
  const [sampled] = await completionsOf(
    server.engine.sample(
      { kind: "sampler", modelKey: "wandb-artifact-acme-demo-agent-001", version: "0" },
      {
        prompt: Int32Array.from(answer.prompt_token_ids ?? []),
        maxTokens: unasked.max_completion_tokens,
        seed: unasked.seed,
      },
    ),
  );
  expect(answer.choices[0]?.token_ids).toEqual(sampled.tokens);
  expect(answer.choices[0]?.logprobs?.content?.map(({ logprob }) => logprob)).toEqual(
    sampled.logprobs,
  );
});

test("another entity does not find it", async () => {
  const headers = { authorization: `Bearer ${server.keys.elsewhere}` };
  for (const place of places) {
    const answer = await ask(server, unasked, { ...place, headers });
    expect(answer.status).toBe(404);
    expect(errorOf(answer).message).not.toContain("acme/demo/agent-001:");
  }
});
