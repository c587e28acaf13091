import { describe, expect, test } from "vitest";
import { Arena } from "../compute/arena.ts";
import { Compute } from "../compute/compute.ts";
import { Model } from "../model/model.ts";
import { runToEnd } from "../model/run-to-end.ts";
import type { ModelShape } from "../model/shape.ts";
import type { TensorGroup } from "../model/tensor-group.ts";
import { relativeDifference } from "./testing/differences.ts";
import { fillRandomly, randomTokens } from "./testing/random-weights.ts";
import type { ReferenceAdapter } from "./testing/reference-model.ts";
import { referenceLogits, referenceLogprobs } from "./testing/reference-model.ts";
import { inFloat64 } from "./testing/reference-weights.ts";
import { tinyShapes } from "./testing/shapes.ts";

const lengths = [3, 2];

/** A step at which float64 leaves about ten digits of a central difference. */
const epsilon = 1e-5;

describe.each(Object.entries(tinyShapes))("%s", (_, shape) => {
  // Every number costs two forwards in float64.
  const small: ModelShape = {
    ...shape,
    vocabulary: shape.vocabulary - 30,
    width: 12,
    heads: 2,
    keyValueHeads: Math.min(shape.keyValueHeads, 2),
    headSize: 8,
    feedForward: 8,
  };
  const compute = new Compute();
  const arena = new Arena(compute.memory);
  const inputTokens = lengths.map((n, i) => randomTokens(n, small.vocabulary, i));
  const targetTokens = lengths.map((n, i) => randomTokens(n, small.vocabulary, 10 + i));
  const factors = lengths.map((n, i) =>
    Float32Array.from({ length: n }, (_, t) => Math.sin(1 + 3 * t + i)),
  );

  test("gradients of the base are those of float64 differences", () => {
    const model = new Model(small, compute, { trainable: true });
    fillRandomly(model.weights, 1);
    runToEnd(model.train({ inputTokens, targetTokens }, null, () => factors, arena));
    const weights = inFloat64(model.weights);
    expect(wrongGradients(model.weights, weights, () => loss(weights, null))).toEqual([]);
  });

  test("gradients of an adapter are those of float64 differences", () => {
    const model = new Model(small, compute);
    fillRandomly(model.weights, 2);
    const adapter = model.createAdapter({ rank: 2, alpha: 5, targets: "all", trainable: true });
    fillRandomly(adapter.tensors, 3);
    runToEnd(model.train({ inputTokens, targetTokens }, adapter, () => factors, arena));
    const weights = inFloat64(model.weights);
    const tensors = inFloat64(adapter.tensors);
    const { scale } = adapter;
    const wrong = wrongGradients(adapter.tensors, tensors, () => loss(weights, { tensors, scale }));
    expect(wrong).toEqual([]);
  });

  function loss(weights: Map<string, Float64Array>, adapter: ReferenceAdapter | null): number {
    let total = 0;
    for (const [i, tokens] of inputTokens.entries()) {
      const logits = referenceLogits(small, weights, adapter, tokens);
      const logprobs = referenceLogprobs(logits, targetTokens[i]!);
      for (const [t, logprob] of logprobs.entries()) total += factors[i]![t]! * logprob;
    }
    return total;
  }
});

/** Moves every number of every tensor both ways; a tensor's gradient may differ by its float32 rounding. */
function wrongGradients(
  group: TensorGroup,
  weights: Map<string, Float64Array>,
  loss: () => number,
): [name: string, difference: number][] {
  const differences: Record<string, number> = {};
  for (const [name, values] of weights) {
    const expected = values.map((value, i) => {
      values[i] = value + epsilon;
      const above = loss();
      values[i] = value - epsilon;
      const below = loss();
      values[i] = value;
      return (above - below) / (2 * epsilon);
    });
    differences[name] = relativeDifference(group.gradient(name), expected);
  }
  return Object.entries(differences).filter(([, difference]) => !(difference < 2e-5));
}
