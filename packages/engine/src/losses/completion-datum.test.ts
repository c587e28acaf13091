import { expect, it } from "vitest";
import { completionDatum } from "./completion-datum.ts";

it("shifts by one, and only the completion takes part", () => {
  const datum = completionDatum([1, 2, 3], [4, 5], {
    weight: 0.5,
    advantage: -2,
    logprobs: [-1, -3],
  });
  expect(datum).toEqual({
    inputTokens: Int32Array.of(1, 2, 3, 4),
    targetTokens: Int32Array.of(2, 3, 4, 5),
    weights: Float32Array.of(0, 0, 0.5, 0.5),
    advantages: Float32Array.of(0, 0, -2, -2),
    behaviourLogprobs: Float32Array.of(0, 0, -1, -3),
  });
});

it("leaves out what was not given", () => {
  expect(completionDatum([1], [2])).toEqual({
    inputTokens: Int32Array.of(1),
    targetTokens: Int32Array.of(2),
    weights: Float32Array.of(1),
  });
});

it.each([
  ["no prompt", [], [1], {}],
  ["no completion", [1], [], {}],
  ["too few log-probabilities", [1], [2, 3], { logprobs: [-1] }],
])("refuses %s", (_says, prompt, completion, terms) => {
  expect(() => completionDatum(prompt, completion, terms)).toThrow(
    expect.objectContaining({ kind: "invalid" }),
  );
});
