import { describe, expect, test } from "vitest";
import { Arena } from "../compute/arena.ts";
import { Compute } from "../compute/compute.ts";
import { Model } from "../model/model.ts";
import { runToEnd } from "../model/run-to-end.ts";
import type { TensorGroup } from "../model/tensor-group.ts";
import { relativeDifference } from "./testing/differences.ts";
import { oracleGradients } from "./testing/jax-model.ts";
import { fillRandomly, randomTokens } from "./testing/random-weights.ts";
import { tinyShapes } from "./testing/shapes.ts";

const sequences = 3;
const length = 17;

const cases = Object.entries(tinyShapes).flatMap(([name, shape]) => [
  { name, shape, forcePlain: false },
  { name: `${name}, without fused kernels`, shape, forcePlain: true },
]);

describe.each(cases)("$name", ({ shape, forcePlain }) => {
  const compute = new Compute({ forcePlain });
  const arena = new Arena(compute.memory);
  const rows = Array.from({ length: sequences }, (_, i) => i);
  const batch = {
    inputTokens: rows.map((i) => randomTokens(length, shape.vocabulary, i)),
    targetTokens: rows.map((i) => randomTokens(length, shape.vocabulary, 10 + i)),
    factors: rows.map((i) => Float32Array.from({ length }, (_, t) => Math.sin(1 + 3 * t + i))),
  };

  test("every gradient of the base is an independent autodiff's", async () => {
    const model = new Model(shape, compute, { trainable: true });
    fillRandomly(model.weights, 1);
    const { logprobs } = runToEnd(model.train(batch, null, () => batch.factors, arena));
    const oracle = await oracleGradients(shape, model.weights, null, batch);
    expect(weighted(logprobs)).toBeCloseTo(oracle.loss, 3);
    expect(wrongGradients(model.weights, oracle.base)).toEqual([]);
  });

  test.each(["all", "attention", "mlp"] as const)(
    "every gradient of an adapter of %s is an independent autodiff's",
    async (targets) => {
      const model = new Model(shape, compute);
      fillRandomly(model.weights, 2);
      const adapter = model.createAdapter({ rank: 6, alpha: 9, targets, trainable: true });
      fillRandomly(adapter.tensors, 3);
      const { logprobs } = runToEnd(model.train(batch, adapter, () => batch.factors, arena));
      const oracle = await oracleGradients(shape, model.weights, adapter, batch);
      expect(weighted(logprobs)).toBeCloseTo(oracle.loss, 3);
      expect(wrongGradients(adapter.tensors, oracle.adapter)).toEqual([]);
    },
  );

  function weighted(logprobs: Float32Array[]): number {
    let total = 0;
    for (const [i, row] of logprobs.entries()) {
      for (const [t, logprob] of row.entries()) total += batch.factors[i]![t]! * logprob;
    }
    return total;
  }
});

function wrongGradients(
  group: TensorGroup,
  expected: ReadonlyMap<string, Float32Array>,
): [string, number][] {
  return [...group.names()]
    .map((name): [string, number] => [
      name,
      relativeDifference(group.gradient(name), expected.get(name)!),
    ])
    .filter(([, difference]) => !(difference < 1e-4));
}
