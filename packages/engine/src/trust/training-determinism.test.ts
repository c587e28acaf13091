import { afterAll, expect, test } from "vitest";
import { Compute } from "../compute/compute.ts";
import { Arena } from "../compute/arena.ts";
import { PagedCache } from "../cache/paged-cache.ts";
import { Model } from "../model/model.ts";
import { runToEnd } from "../model/run-to-end.ts";
import type { ModelShape } from "../model/shape.ts";
import { adamwStep } from "../optimizer/adamw.ts";
import { decodeInChunks, decodeRows, rowsOf } from "./testing/decoded.ts";
import { differingRows, differingTensors, relativeDifference } from "./testing/differences.ts";
import { fillRandomly, randomTokens } from "./testing/random-weights.ts";
import { threadedShape, tinyShapes } from "./testing/shapes.ts";
import { accumulate, copied, randomSequences } from "./testing/training.ts";

const compute = new Compute();
const threads = new Compute({ threads: 3 });
const { vocabulary } = threadedShape;
const sequences = randomSequences([90, 3, 41], vocabulary, 20);

afterAll(async () => {
  await Promise.all([compute.close(), threads.close()]);
});

function trainable(shape: ModelShape = threadedShape, on: Compute = compute): Model {
  const model = new Model(shape, on, { trainable: true });
  fillRandomly(model.weights, 1);
  return model;
}

interface Result {
  readonly logprobs: Float32Array[];
  readonly base: Map<string, Float32Array>;
  readonly adapter: Map<string, Float32Array>;
}

test("threads change no logprob and no gradient, of base or adapter", () => {
  const results = [compute, threads].map((on): Result => {
    const model = trainable(threadedShape, on);
    const adapter = model.createAdapter({
      rank: 8,
      alpha: 16,
      targets: "all",
      seed: 4,
      trainable: true,
    });
    fillRandomly(adapter.tensors, 2);
    const logprobs = [...accumulate(model, sequences), ...accumulate(model, sequences, adapter)];
    return {
      logprobs,
      base: copied(model.weights, "gradient"),
      adapter: copied(adapter.tensors, "gradient"),
    };
  });
  const [found, expected] = results as [Result, Result];
  expect(differingRows(found.logprobs, expected.logprobs)).toEqual([]);
  expect(differingTensors(found.base, expected.base)).toEqual([]);
  expect(differingTensors(found.adapter, expected.adapter)).toEqual([]);
});

test("the same seed trains to the same weights", () => {
  const runs = [1, 2].map(() => {
    const model = new Model(threadedShape, compute, { trainable: true });
    model.initialise(7);
    for (let step = 0; step < 3; step++) {
      accumulate(model, randomSequences([30, 12], vocabulary, step));
      adamwStep(compute, model.weights, { learningRate: 1e-2, clipNorm: 1 });
    }
    return copied(model.weights);
  });
  expect(differingTensors(runs[1]!, runs[0]!)).toEqual([]);
});

test("attention in parts, computed again, gives what keeping it all gives", () => {
  const [whole, cut] = [undefined, 40_000].map((maxProbabilityBytes) => {
    const options = maxProbabilityBytes === undefined ? {} : { maxProbabilityBytes };
    const model = new Model(threadedShape, compute, { trainable: true, ...options });
    fillRandomly(model.weights, 1);
    return { logprobs: accumulate(model, sequences), gradients: copied(model.weights, "gradient") };
  });
  expect(differingRows(cut!.logprobs, whole!.logprobs)).toEqual([]);
  expect(differingTensors(cut!.gradients, whole!.gradients)).toEqual([]);
});

test("a batch of sequences is the sum of each by itself", () => {
  const together = trainable();
  const logprobs = accumulate(together, sequences);
  const apart = trainable();
  const separate = sequences.inputTokens.map((_, i) => {
    const pick = <T>(all: readonly T[]): T[] => [all[i]!];
    return accumulate(apart, {
      inputTokens: pick(sequences.inputTokens),
      targetTokens: pick(sequences.targetTokens),
      factors: pick(sequences.factors),
    })[0]!;
  });
  for (const [i, row] of separate.entries()) {
    expect(relativeDifference(logprobs[i]!, row)).toBeLessThan(1e-6);
  }
  for (const name of together.weights.names()) {
    const difference = relativeDifference(
      together.weights.gradient(name),
      apart.weights.gradient(name),
    );
    expect(difference, name).toBeLessThan(1e-5);
  }
});

test("a head in several chunks gives what one gives", () => {
  const wide: ModelShape = { ...tinyShapes["llama, tied"]!, vocabulary: 125_001, layers: 1 };
  const chunks = trainable(wide);
  const batch = randomSequences([31, 32, 7], wide.vocabulary, 50);
  const logprobs = accumulate(chunks, batch);
  const single = trainable(wide);
  const separate = batch.inputTokens.flatMap((inputs, i) =>
    accumulate(single, {
      inputTokens: [inputs],
      targetTokens: [batch.targetTokens[i]!],
      factors: [batch.factors[i]!],
    }),
  );
  expect(
    relativeDifference(
      logprobs.flatMap((row) => [...row]),
      separate.flatMap((row) => [...row]),
    ),
  ).toBeLessThan(1e-6);
  for (const name of chunks.weights.names()) {
    const difference = relativeDifference(
      chunks.weights.gradient(name),
      single.weights.gradient(name),
    );
    expect(difference, name).toBeLessThan(1e-5);
  }
});

test("forward alone gives the logprobs of training and leaves the gradient", () => {
  const model = trainable();
  const logprobs = accumulate(model, sequences);
  const before = copied(model.weights, "gradient");
  const arena = new Arena(compute.memory);
  expect(runToEnd(model.train(sequences, null, null, arena)).logprobs).toEqual(logprobs);
  expect(differingTensors(copied(model.weights, "gradient"), before)).toEqual([]);
});

test("serving between the layers of a training pass disturbs neither", () => {
  const model = trainable();
  const adapter = model.createAdapter({
    rank: 4,
    alpha: 8,
    targets: "all",
    seed: 3,
    trainable: true,
  });
  fillRandomly(adapter.tensors, 2);
  const cache = new PagedCache(threadedShape, compute, { maxBytes: 2 ** 22 });
  const tokens = randomTokens(40, vocabulary, 6);
  const expectedLogits = decodeInChunks(model, cache, tokens, [40], adapter);
  const expectedLogprobs = accumulate(model, sequences, adapter);
  const expectedGradients = copied(adapter.tensors, "gradient");
  adapter.tensors.zeroGradient();

  const pass = model.train(sequences, adapter, () => sequences.factors, new Arena(compute.memory));
  const stream = cache.sequence();
  const logits: Float32Array[] = [];
  for (;;) {
    const { done, value } = pass.next();
    if (done) {
      expect(value.logprobs).toEqual(expectedLogprobs);
      break;
    }
    const next = tokens.subarray(stream.length, stream.length + 1);
    if (next.length > 0) logits.push(...decodeRows(model, cache, rowsOf(stream, next, adapter)));
  }
  expect(logits.length).toBeGreaterThan(4);
  expect(differingRows(logits, expectedLogits.slice(0, logits.length))).toEqual([]);
  const gradients = copied(adapter.tensors, "gradient");
  expect(differingTensors(gradients, expectedGradients)).toEqual([]);
});
