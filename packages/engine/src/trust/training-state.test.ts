import { expect, test } from "vitest";
import { Arena } from "../compute/arena.ts";
import { PagedCache } from "../cache/paged-cache.ts";
import { Compute } from "../compute/compute.ts";
import { EngineError } from "../errors.ts";
import { Model } from "../model/model.ts";
import { runToEnd } from "../model/run-to-end.ts";
import { adamwStep } from "../optimizer/adamw.ts";
import { decodeInChunks } from "./testing/decoded.ts";
import { fillRandomly, randomTokens } from "./testing/random-weights.ts";
import { tinyShapes } from "./testing/shapes.ts";
import { accumulate, copied, randomSequences } from "./testing/training.ts";

const shape = tinyShapes["qwen2, biases, odd vocabulary"]!;
const compute = new Compute();
const sequences = randomSequences([12, 20], shape.vocabulary, 30);
const options = { rank: 4, alpha: 8, targets: "all", trainable: true } as const;
const adam = { learningRate: 1e-2, weightDecay: 0.01, clipNorm: 1 };

function base(trainable = false): Model {
  const model = new Model(shape, compute, { trainable });
  fillRandomly(model.weights, 1);
  return model;
}

test("a run resumed with its optimizer goes on as if it had not stopped; without, it does not", () => {
  const model = base();
  const adapter = model.createAdapter(options);
  for (let step = 0; step < 3; step++) {
    accumulate(model, sequences, adapter);
    adamwStep(compute, adapter.tensors, adam);
  }
  const kinds = ["floats", "firstMoment", "secondMoment"] as const;
  const saved = kinds.map((kind) => copied(adapter.tensors, kind));
  const resumed = [true, false].map((withOptimizer) => {
    const again = model.createAdapter(options);
    for (const [i, kind] of kinds.entries()) {
      if (i > 0 && !withOptimizer) continue;
      for (const [name, values] of saved[i]!) again.tensors[kind](name).set(values);
    }
    if (withOptimizer) again.tensors.step = adapter.tensors.step;
    return again;
  });
  const [uninterrupted, withOptimizer, without] = [adapter, ...resumed].map((each) => {
    accumulate(model, sequences, each);
    adamwStep(compute, each.tensors, adam);
    return copied(each.tensors);
  });
  expect(withOptimizer).toEqual(uninterrupted);
  expect(without).not.toEqual(uninterrupted);
});

test("a snapshot stays what it was while its adapter goes on", () => {
  const model = base();
  const adapter = model.createAdapter(options);
  fillRandomly(adapter.tensors, 2);
  const cache = new PagedCache(shape, compute, { maxBytes: 2 ** 20 });
  const tokens = randomTokens(10, shape.vocabulary, 3);
  const snapshot = adapter.snapshot();
  const before = decodeInChunks(model, cache, tokens, [10], snapshot);
  expect(before).toEqual(decodeInChunks(model, cache, tokens, [10], adapter));
  accumulate(model, sequences, adapter);
  adamwStep(compute, adapter.tensors, adam);
  expect(decodeInChunks(model, cache, tokens, [10], adapter)).not.toEqual(before);
  expect(decodeInChunks(model, cache, tokens, [10], snapshot)).toEqual(before);
  adapter.free();
  fillRandomly(model.createAdapter(options).tensors, 9);
  expect(decodeInChunks(model, cache, tokens, [10], snapshot)).toEqual(before);
  expect(() => accumulate(model, sequences, snapshot)).toThrow(/not trainable/u);
});

test("training an adapter leaves the base as it is, and a fresh adapter changes nothing", () => {
  const model = base(true);
  const adapter = model.createAdapter(options);
  const before = copied(model.weights);
  const plain = accumulate(model, sequences);
  model.weights.zeroGradient();
  expect(accumulate(model, sequences, adapter)).toEqual(plain);
  adamwStep(compute, adapter.tensors, adam);
  expect(copied(model.weights)).toEqual(before);
  expect(
    [...copied(model.weights, "gradient").values()].flatMap((g) => [...g]).every((g) => g === 0),
  ).toBe(true);
});

test.each([false, true])(
  "a pass given up takes its gradient with it; what was accumulated before (%s) stays",
  (hasEarlier) => {
    const model = base();
    const adapter = model.createAdapter(options);
    if (hasEarlier) accumulate(model, sequences, adapter);
    const before = copied(adapter.tensors, "gradient");
    const steps = countSteps(model);
    for (let stop = 1; stop < steps; stop++) {
      const arena = new Arena(compute.memory);
      const outside = arena.mark();
      const saved = adapter.tensors.saveGradient();
      const pass = model.train(sequences, adapter, () => sequences.factors, arena);
      for (let i = 0; i < stop; i++) expect(pass.next().done).toBe(false);
      pass.return({ logprobs: [], entropies: [] });
      saved.restore();
      expect(copied(adapter.tensors, "gradient")).toEqual(before);
      expect(arena.mark()).toEqual(outside);
      arena.free();
    }
  },
);

function countSteps(model: Model): number {
  const adapter = model.createAdapter(options);
  const pass = model.train(sequences, adapter, () => sequences.factors, new Arena(compute.memory));
  let steps = 0;
  while (!pass.next().done) steps++;
  return steps;
}

test("memory is as before once everything is freed", () => {
  const before = compute.memory.bytes;
  const model = base(true);
  const adapter = model.createAdapter(options);
  const snapshot = adapter.snapshot();
  const cache = new PagedCache(shape, compute, { maxBytes: 2 ** 20 });
  accumulate(model, sequences, adapter);
  const saved = adapter.tensors.saveGradient();
  decodeInChunks(model, cache, randomTokens(40, shape.vocabulary, 1), [40], snapshot);
  saved.discard();
  for (const owner of [cache, snapshot, adapter, model]) owner.free();
  expect(compute.memory.bytes).toBe(before);
});

test("it learns: one sequence by heart in twenty steps", () => {
  const model = base();
  const adapter = model.createAdapter(options);
  const batch = randomSequences([16], shape.vocabulary, 60);
  const likelihood = (): number =>
    accumulate(model, { ...batch, factors: [new Float32Array(16).fill(-1)] }, adapter)[0]!.reduce(
      (a, b) => a + b,
      0,
    );
  const first = likelihood();
  for (let step = 0; step < 20; step++) {
    adamwStep(compute, adapter.tensors, { learningRate: 0.02 });
    likelihood();
  }
  expect(likelihood()).toBeGreaterThan(first / 2);
});

test.each([
  ["a token outside the vocabulary", { inputTokens: [Int32Array.of(shape.vocabulary)] }],
  ["a negative token", { inputTokens: [Int32Array.of(-1)] }],
  ["an empty sequence", { inputTokens: [new Int32Array()], targetTokens: [new Int32Array()] }],
  ["no sequence", { inputTokens: [], targetTokens: [] }],
  ["targets missing", { targetTokens: [] }],
  ["too few targets", { inputTokens: [Int32Array.of(1, 2)] }],
  [
    "a sequence longer than the context",
    { inputTokens: [new Int32Array(65)], targetTokens: [new Int32Array(65)] },
  ],
])("%s is refused before anything is computed", (_, wrong) => {
  const batch = { inputTokens: [Int32Array.of(1)], targetTokens: [Int32Array.of(1)], ...wrong };
  const pass = base().train(batch, null, null, new Arena(compute.memory));
  expect(() => pass.next()).toThrow(expect.objectContaining({ kind: "invalid" }));
});

test("numbers that are not finite fail the pass and leave the gradient", () => {
  const model = base();
  const adapter = model.createAdapter(options);
  accumulate(model, sequences, adapter);
  const before = copied(adapter.tensors, "gradient");
  const nan = sequences.factors.map((row) => row.map(() => NaN));
  expect(() => accumulate(model, { ...sequences, factors: nan }, adapter)).toThrow(EngineError);
  model.weights.floats("norm.weight").fill(Infinity);
  const pass = model.train(sequences, adapter, () => sequences.factors, new Arena(compute.memory));
  expect(() => runToEnd(pass)).toThrow(expect.objectContaining({ kind: "numerical" }));
  expect(copied(adapter.tensors, "gradient")).toEqual(before);
});
