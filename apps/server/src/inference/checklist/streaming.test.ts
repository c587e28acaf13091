import type { Inference } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, choiceOf, completionOf, streamOf, textOf } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";

// Items 75 to 87 of the checklist in inference-api §13.

let server: ChatServer;

beforeAll(async () => {
  server = await chatServer();
});

afterAll(() => server[Symbol.asyncDispose]());

const streamed = { stream: true };
const choicesOf = (chunks: readonly Inference.ChatCompletionChunk[]): Inference.ChunkChoice[] =>
  chunks.flatMap(({ choices }) => choices);

test("75: events of one line each, and an end", async () => {
  const answer = await ask(server, streamed, { headers: { accept: "application/json" } });
  expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-cache, no-transform");
  expect(answer.headers.get("x-accel-buffering")).toBe("no");
  expect(answer.text).toMatch(/^(?:data: \{.*\}\n\n)+data: \[DONE\]\n\n$/);
});

test("76: the role of every choice comes first, in order", async () => {
  const { chunks } = streamOf(
    await ask(server, { ...streamed, n: 3, temperature: 1, max_tokens: 8 }),
  );
  const first = choicesOf(chunks.slice(0, 3));
  expect(first.map(({ index }) => index)).toEqual([0, 1, 2]);
  for (const { delta, logprobs, finish_reason: end } of first) {
    expect({ delta, logprobs, end }).toEqual({
      delta: { role: "assistant", content: "" },
      logprobs: null,
      end: null,
    });
  }
  for (const member of ["id", "created", "model"] as const) {
    expect(new Set(chunks.map((chunk) => chunk[member])).size).toBe(1);
  }
  expect(chunks.every(({ choices }) => choices.length <= 1)).toBe(true);
});

test("77: the joined text is that of a whole answer, in several pieces", async () => {
  const messages = [{ role: "user", content: "spell the word: strawberry" }];
  const stream = streamOf(await ask(server, { messages, ...streamed, min_tokens: 80 }));
  const whole = choiceOf(await ask(server, { messages, min_tokens: 80 }));
  expect(textOf(stream)).toBe(whole.message.content);
  expect(stream.chunks.length).toBeGreaterThan(4);
});

test("78: each choice ends once", async () => {
  const { chunks, isDone } = streamOf(
    await ask(server, { ...streamed, n: 3, temperature: 1, max_tokens: 8 }),
  );
  const ends = choicesOf(chunks).filter(({ finish_reason: reason }) => reason !== null);
  expect(new Set(ends.map(({ index }) => index))).toEqual(new Set([0, 1, 2]));
  expect(ends).toHaveLength(3);
  expect(ends.every((end) => "stop_reason" in end)).toBe(true);
  expect(isDone).toBe(true);
});

describe("79: usage", () => {
  test.each([
    ["/inference/v1", undefined, true],
    ["/v1", undefined, true],
    ["/training/v1", undefined, false],
    ["/inference/v1", { include_usage: false }, false],
    ["/training/v1", { include_usage: true }, true],
    ["/training/v1", { continuous_usage_stats: false }, true],
    ["/inference/v1", { include_usage: null }, true],
  ])("%s with %j: %s", async (prefix, options, isThere) => {
    const members = { ...streamed, max_tokens: 3, stream_options: options };
    const { chunks } = streamOf(await ask(server, members, { prefix }));
    const withUsage = chunks.filter(({ usage }) => usage !== undefined);
    expect(withUsage).toHaveLength(isThere ? 1 : 0);
    if (!isThere) return;
    expect(withUsage[0]).toBe(chunks.at(-1));
    expect(withUsage[0]).toMatchObject({ choices: [], usage: { completion_tokens: 3 } });
  });

  test("in every event, it grows", async () => {
    const options = { include_usage: true, continuous_usage_stats: true };
    const { chunks } = streamOf(await ask(server, { ...streamed, stream_options: options }));
    const counts = chunks.map(({ usage }) => usage?.completion_tokens ?? NaN);
    expect(counts[0]).toBe(0);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    expect(counts.at(-1)).toBeGreaterThan(9);
  });
});

test("81: log probabilities and ids of events are those of a whole answer", async () => {
  const members = { logprobs: true, top_logprobs: 2, return_token_ids: true, temperature: 0 };
  const { chunks } = streamOf(await ask(server, { ...members, ...streamed }));
  const choices = choicesOf(chunks);
  const answer = completionOf(await ask(server, members));
  const [whole] = answer.choices;
  expect(choices.flatMap(({ token_ids: ids }) => ids ?? [])).toEqual(whole?.token_ids);
  const joined = choices.flatMap(({ logprobs }) => logprobs?.content ?? []);
  expect(joined.map(({ token }) => token)).toEqual(
    whole?.logprobs?.content?.map(({ token }) => token),
  );
  expect(joined).toEqual(whole?.logprobs?.content);
  expect(chunks[0]?.prompt_token_ids).toEqual(answer.prompt_token_ids);
  expect(chunks.slice(1).some(({ prompt_token_ids: ids }) => ids !== undefined)).toBe(false);
  for (const { token_ids: ids = [], logprobs } of choices) {
    expect(logprobs?.content?.length ?? 0).toBe(ids?.length ?? 0);
  }
});

test("45: no piece of a stop string is shown", async () => {
  // "How can" goes on as the stop string does, and then differs.
  const members = { ...streamed, stop: ["How can you", "help you"] };
  const stream = streamOf(await ask(server, members));
  expect(textOf(stream)).toBe("Hello! How can I ");
  expect(choicesOf(stream.chunks).at(-1)).toMatchObject({ stop_reason: "help you" });
});

test("echo comes right after the role", async () => {
  const { chunks } = streamOf(
    await ask(server, {
      messages: [
        { role: "user", content: "hello" },
        { role: "assistant", content: "Hello!" },
      ],
      continue_final_message: true,
      add_generation_prompt: false,
      echo: true,
      ...streamed,
    }),
  );
  expect(choicesOf(chunks)[1]?.delta).toEqual({ content: "Hello!" });
  expect(textOf({ chunks, errors: [], isDone: true, others: [] })).toMatch(/^Hello! How can/);
});

test("a beam search streams too", async () => {
  const members = { ...streamed, use_beam_search: true, n: 2, max_tokens: 6 };
  const stream = streamOf(await ask(server, members));
  const whole = completionOf(await ask(server, { ...members, stream: false }));
  expect([0, 1].map((index) => textOf(stream, index))).toEqual(
    whole.choices.map(({ message }) => message.content),
  );
});
