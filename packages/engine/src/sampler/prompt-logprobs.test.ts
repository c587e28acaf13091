import { expect, test } from "vitest";

import { promptLogprob } from "./prompt-logprobs.ts";
import { SamplerScratch } from "./scratch.ts";
import { logitsOf } from "./testing/requests.ts";

const logits = logitsOf([0.1, 0.4, 0.2, 0.2, 0.1]);
const scratch = new SamplerScratch(5);

test("a token of the prompt has its log-probability, its rank and the alternatives", () => {
  const { token, logprob, rank, top } = promptLogprob(logits, 3, 2, scratch);
  expect({ token, rank }).toEqual({ token: 3, rank: 3 });
  expect(logprob).toBeCloseTo(Math.log(0.2), 6);
  expect(top.map((each) => [each.token, each.rank])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test.each([
  [0, []],
  [-1, [1, 2, 3, 0, 4]],
  [99, [1, 2, 3, 0, 4]],
])("%i alternatives", (wanted, expected) => {
  expect(promptLogprob(logits, 0, wanted, scratch).top.map((each) => each.token)).toEqual(expected);
});

test("ranks agree with the order of the alternatives, ties included", () => {
  const { top } = promptLogprob(logits, 0, -1, scratch);
  for (const { token, rank } of top) {
    expect(promptLogprob(logits, token, 0, scratch).rank).toBe(rank);
  }
});

test("probabilities of the whole vocabulary add up to one", () => {
  const { top } = promptLogprob(Float32Array.of(300, -300, 299, 0, 1), 0, -1, scratch);
  expect(top.reduce((sum, each) => sum + Math.exp(each.logprob), 0)).toBeCloseTo(1, 10);
});

test("what is not finite is numerical", () => {
  expect(() => promptLogprob(Float32Array.of(0, NaN, 0, 0, 0), 0, 0, scratch)).toThrow(
    expect.objectContaining({ kind: "numerical" }),
  );
});
