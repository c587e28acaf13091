import { expect, test } from "vitest";
import { completionsOf } from "./completion.ts";
import { EngineError } from "./errors.ts";
import type { SampleEvent } from "./sampling.ts";

async function* stream(events: readonly SampleEvent[]): AsyncGenerator<SampleEvent> {
  yield* events;
}

const prompt: SampleEvent = { kind: "prompt", cachedTokens: 0 };
const end = (index: number): SampleEvent => ({ kind: "end", index, stop: { reason: "length" } });
const tokens = (index: number, ...ids: number[]): SampleEvent => {
  return { kind: "tokens", index, tokens: ids, logprobs: ids.map((id) => -id / 8) };
};

test("completions that come mixed are put together by their index", async () => {
  const events = [
    prompt,
    tokens(1, 4),
    tokens(0, 1, 2),
    tokens(1, 5),
    end(1),
    tokens(0, 3),
    end(0),
  ];
  expect(await completionsOf(stream(events))).toEqual([
    { tokens: [1, 2, 3], logprobs: [-1 / 8, -2 / 8, -3 / 8], top: [], stop: { reason: "length" } },
    { tokens: [4, 5], logprobs: [-4 / 8, -5 / 8], top: [], stop: { reason: "length" } },
  ]);
});

test("likeliest tokens and the score of a beam are kept", async () => {
  const top = [[{ token: 1, logprob: -0.1 }]];
  const events: SampleEvent[] = [
    prompt,
    { kind: "tokens", index: 0, tokens: [1], logprobs: [-0.1], top },
    { kind: "end", index: 0, stop: { reason: "end" }, score: -0.5 },
  ];
  expect(await completionsOf(stream(events))).toEqual([
    { tokens: [1], logprobs: [-0.1], top, stop: { reason: "end" }, score: -0.5 },
  ]);
});

test("a completion without a token is one all the same", async () => {
  const [first] = await completionsOf(stream([prompt, end(0)]));
  expect(first).toEqual({ tokens: [], logprobs: [], top: [], stop: { reason: "length" } });
});

test.each<[string, SampleEvent[]]>([
  ["ends before anything came", [prompt]],
  ["ends in the middle of a completion", [prompt, tokens(0, 1), tokens(1, 1), end(0)]],
  ["leaves a completion out", [prompt, tokens(1, 1), end(1)]],
])("a stream that %s is not taken for a whole one", async (_case, events) => {
  await expect(completionsOf(stream(events))).rejects.toThrow(
    "ended before all its completions were finished",
  );
});

test("what the sample failed with is thrown, and what came before it is not returned", async () => {
  async function* failing(): AsyncGenerator<SampleEvent> {
    yield* [prompt, tokens(0, 1)];
    throw new EngineError("deadline", "too late");
  }
  await expect(completionsOf(failing())).rejects.toMatchObject({ kind: "deadline" });
});
