import { expect, test } from "vitest";
import { Compute } from "../compute/compute.ts";
import { tinyShapes } from "../trust/testing/shapes.ts";
import { Model } from "./model.ts";
import { RandomNormal } from "./random-normal.ts";

test("numbers are normal and repeat for a seed", () => {
  const values = new Float32Array(100_000);
  new RandomNormal(5).write(values, 2);
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const square = values.reduce((sum, x) => sum + x * x, 0) / values.length;
  const within = values.filter((x) => Math.abs(x) < 2).length / values.length;
  expect(mean).toBeCloseTo(0, 1);
  expect(square).toBeCloseTo(4, 1);
  expect(within).toBeCloseTo(0.6827, 2);
  const again = new Float32Array(100_000);
  new RandomNormal(5).write(again, 2);
  expect(again).toEqual(values);
});

test("seeds that agree in their lowest 32 bits are other seeds all the same", () => {
  const firsts = [5, 5 + 2 ** 32, 5 + 2 ** 52, -5].map((seed) => new RandomNormal(seed).next());
  expect(new Set(firsts).size).toBe(firsts.length);
});

test("norms are 1, biases 0, the rest small; what writes into the residual stream smaller", () => {
  const model = new Model(tinyShapes["qwen2, biases, odd vocabulary"]!, new Compute());
  model.initialise(3);
  const { weights } = model;
  expect(new Set(weights.floats("layers.0.input_layernorm.weight"))).toEqual(new Set([1]));
  expect(new Set(weights.floats("layers.0.self_attn.q_proj.bias"))).toEqual(new Set([0]));
  const deviation = (name: string): number => {
    const values = weights.floats(name);
    return Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length);
  };
  expect(deviation("layers.0.mlp.up_proj.weight")).toBeCloseTo(0.04, 2);
  expect(deviation("layers.0.mlp.down_proj.weight")).toBeCloseTo(0.02, 2);
});
