import { describe, expect, it } from "vitest";
import type { Datum, LossSpec } from "../datum.ts";
import { checkData, checkDatum } from "./check-datum.ts";

const base = { vocabularyTokens: 10, contextTokens: 4 };
const good: Datum = { inputTokens: Int32Array.of(0, 9), targetTokens: Int32Array.of(9, 0) };
const crossEntropy: LossSpec = { name: "cross_entropy" };
const importanceSampling: LossSpec = { name: "importance_sampling" };

describe("a sequence is checked before any engine sees it", () => {
  const floats = Float32Array.of(0, -1);
  const wrong: readonly (readonly [string, Datum, LossSpec | null, string])[] = [
    [
      "no tokens",
      { inputTokens: new Int32Array(), targetTokens: new Int32Array() },
      null,
      "inputTokens",
    ],
    [
      "more than the context",
      { inputTokens: new Int32Array(5), targetTokens: new Int32Array(5) },
      null,
      "inputTokens",
    ],
    [
      "fewer targets than inputs",
      { ...good, targetTokens: Int32Array.of(1) },
      null,
      "targetTokens",
    ],
    [
      "a token beyond the vocabulary",
      { ...good, inputTokens: Int32Array.of(0, 10) },
      null,
      "inputTokens",
    ],
    ["a negative target", { ...good, targetTokens: Int32Array.of(-1, 0) }, null, "targetTokens"],
    [
      "weights of another length",
      { ...good, weights: Float32Array.of(1) },
      crossEntropy,
      "weights",
    ],
    [
      "a weight that is no number",
      { ...good, weights: Float32Array.of(1, Number.NaN) },
      crossEntropy,
      "weights",
    ],
    [
      "an endless advantage",
      { ...good, behaviourLogprobs: floats, advantages: Float32Array.of(Infinity, 0) },
      importanceSampling,
      "advantages",
    ],
    [
      "no log-probabilities of the sampler",
      { ...good, advantages: floats },
      importanceSampling,
      "behaviourLogprobs",
    ],
    ["no advantages", { ...good, behaviourLogprobs: floats }, importanceSampling, "advantages"],
    [
      "a loss with a missing option",
      good,
      { name: "ppo", clipLow: 0 } as LossSpec,
      "loss.clipHigh",
    ],
  ];
  it.each(wrong)("%s", (_says, datum, loss, parameter) => {
    expect(() => checkDatum(datum, loss, base)).toThrow(
      expect.objectContaining({ kind: "invalid", parameter }),
    );
  });

  it("a good one passes with what it needs, and with more", () => {
    expect(() => checkDatum(good, null, base)).not.toThrow();
    expect(() => checkDatum(good, crossEntropy, base)).not.toThrow();
    const full = { ...good, weights: floats, behaviourLogprobs: floats, advantages: floats };
    expect(() => checkDatum(full, importanceSampling, base)).not.toThrow();
    expect(() => checkDatum(full, crossEntropy, base)).not.toThrow();
  });

  it("a batch says which of its sequences is wrong, and is not empty", () => {
    const bad = { ...good, targetTokens: Int32Array.of(1) };
    expect(() => checkData([good, bad], null, base)).toThrow(
      expect.objectContaining({ kind: "invalid", parameter: "data[1].targetTokens" }),
    );
    expect(() => checkData([], null, base)).toThrow(
      expect.objectContaining({ kind: "invalid", parameter: "data" }),
    );
  });
});
