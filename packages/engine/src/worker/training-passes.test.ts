import { afterAll, expect, it } from "vitest";

import { Arena } from "../compute/arena.ts";
import { Compute } from "../compute/compute.ts";
import type { Datum } from "../datum.ts";
import { tinyShape } from "../embedded/testing/tiny-model.ts";
import { Model } from "../model/model.ts";
import { StateShadow } from "./state-shadow.ts";
import { accumulate, forward, step, type TrainedModel } from "./training-passes.ts";

const compute = new Compute();
const model = new Model(tinyShape, compute);
model.initialise(1);
afterAll(() => compute.close());

function trained(): TrainedModel {
  const adapter = model.createAdapter({
    rank: 4,
    alpha: 32,
    targets: "all",
    seed: 3,
    trainable: true,
  });
  const shadow = StateShadow.create(adapter.tensors.count * 3);
  return { model, adapter, shadow, compute, maxTrainingTokens: 40 };
}

const data: readonly Datum[] = [20, 30, 5, 60].map((length) => ({
  inputTokens: Int32Array.from({ length }, (_, at) => (at * 3) % 200),
  targetTokens: Int32Array.from({ length }, (_, at) => (at * 3 + 3) % 200),
}));
const loss = { name: "cross_entropy" } as const;

function runToEnd<T>(pass: Generator<unknown, T>): T {
  let result = pass.next();
  while (result.done !== true) result = pass.next();
  return result.value;
}

it("given up after any slice, accumulate leaves gradient, scratch and memory as they were", () => {
  const arena = new Arena(compute.memory);
  const one = trained();
  runToEnd(accumulate(one, data.slice(0, 1), loss, arena));
  const gradient = (): number[] =>
    [...one.adapter.tensors.names()].flatMap((name) => [...one.adapter.tensors.gradient(name)]);
  const before = gradient();
  // The arena has its full size before memory is counted.
  runToEnd(forward(one, data, arena));
  runToEnd(accumulate(trained(), data, loss, arena));
  const mark = arena.mark();
  const bytes = compute.memory.bytes;
  let isOver = false;
  let slices = 0;
  for (; !isOver; slices += 1) {
    const pass = accumulate(one, data, loss, arena);
    for (let slice = 0; slice < slices && !isOver; slice += 1) isOver = pass.next().done === true;
    if (isOver) break;
    pass.return({ logprobs: [], metrics: {} });
    expect(gradient()).toEqual(before);
    expect(arena.mark()).toEqual(mark);
    expect(compute.memory.bytes).toBe(bytes);
  }
  expect(slices).toBeGreaterThan(15);
  expect(gradient()).not.toEqual(before);
});

it("cuts a batch into passes without changing what comes back", () => {
  const arena = new Arena(compute.memory);
  const [cut, whole] = [trained(), { ...trained(), maxTrainingTokens: 1000 }];
  const [first, second] = [cut, whole].map((one) => runToEnd(accumulate(one, data, loss, arena)));
  expect(first?.logprobs.map((row) => row.length)).toEqual([20, 30, 5, 60]);
  const norms = [cut, whole].map((one) => step(one, { learningRate: 0 }).gradientNorm);
  expect(Math.abs((norms[0] ?? 0) / (norms[1] ?? 1) - 1)).toBeLessThan(1e-5);
  expect(first?.metrics["loss:sum"]).toBeCloseTo(second?.metrics["loss:sum"] ?? 0, 3);
});

it("keeps the state after each step in the shadow", () => {
  const arena = new Arena(compute.memory);
  const one = trained();
  runToEnd(accumulate(one, data, loss, arena));
  step(one, { learningRate: 0.01 });
  const { tensors } = one.adapter;
  const blocks = [0, 1, 2].map(() => new Float32Array(tensors.count));
  expect(one.shadow.read(blocks)).toBe(1);
  expect(blocks).toEqual([
    compute.memory.floats(tensors.blocks.weights, tensors.count).slice(),
    compute.memory.floats(tensors.blocks.firstMoments, tensors.count).slice(),
    compute.memory.floats(tensors.blocks.secondMoments, tensors.count).slice(),
  ]);
});
