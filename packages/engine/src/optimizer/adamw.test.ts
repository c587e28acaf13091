import { beforeEach, describe, expect, test } from "vitest";
import { Compute } from "../compute/compute.ts";
import type { AdamParameters } from "../datum.ts";
import { TensorGroup } from "../model/tensor-group.ts";
import { adamwStep } from "./adamw.ts";
import { gradientNorm } from "./gradient-norm.ts";

const compute = new Compute();
const weights = [1, -2, 3, 0.5, -0.25, 8];
const gradients = [
  [0.3, -0.1, 0, 2, 1e-4, -5],
  [-0.2, -0.1, 0.7, 2, -1e-4, 5],
  [0.1, 0.4, 0, -3, 1e-4, 0],
];
let group: TensorGroup;

beforeEach(() => {
  group = new TensorGroup(compute, new Map([["w", [2, 3]]]), { trainable: true });
  group.floats("w").set(weights);
});

/** The formula in float64, element by element. */
function expected(steps: readonly number[][], adam: AdamParameters): number[] {
  const {
    learningRate,
    betas = [0.9, 0.95],
    epsilon = 1e-12,
    weightDecay = 0,
    clipNorm = 0,
  } = adam;
  return weights.map((start, i) => {
    let [w, m, v] = [start, 0, 0];
    for (const [t, gradient] of steps.entries()) {
      const norm = Math.hypot(...gradient);
      const g = gradient[i]! * (clipNorm > 0 && norm > clipNorm ? clipNorm / norm : 1);
      m = betas[0] * m + (1 - betas[0]) * g;
      v = betas[1] * v + (1 - betas[1]) * g * g;
      const mean = m / (1 - betas[0] ** (t + 1));
      const square = v / (1 - betas[1] ** (t + 1));
      w -= learningRate * (mean / (Math.sqrt(square) + epsilon) + weightDecay * w);
    }
    return w;
  });
}

describe("steps are those of the formula", () => {
  test.each<[string, AdamParameters]>([
    ["by default", { learningRate: 0.01 }],
    ["with betas of its own", { learningRate: 0.01, betas: [0.5, 0.999] }],
    ["with a large epsilon", { learningRate: 0.01, epsilon: 0.1 }],
    ["with decay", { learningRate: 0.01, weightDecay: 0.3 }],
    ["with a clip that bites", { learningRate: 0.01, clipNorm: 0.5, epsilon: 0.1 }],
    ["with a clip out of reach", { learningRate: 0.01, clipNorm: 100 }],
    ["at rate 0", { learningRate: 0, weightDecay: 0.3 }],
  ])("%s", (_, adam) => {
    for (const [i, gradient] of gradients.entries()) {
      group.gradient("w").set(gradient);
      expect(adamwStep(compute, group, adam)).toBeCloseTo(Math.hypot(...gradient), 5);
      expect(group.step).toBe(i + 1);
      expect([...group.gradient("w")]).toEqual([0, 0, 0, 0, 0, 0]);
    }
    const wanted = expected(gradients, adam);
    for (const [i, w] of group.floats("w").entries()) expect(w).toBeCloseTo(wanted[i]!, 5);
  });
});

test("a step without a gradient counts, fades moments and decays", () => {
  const adam = { learningRate: 0.01, weightDecay: 0.3 };
  group.gradient("w").set(gradients[0]!);
  adamwStep(compute, group, adam);
  const moment = group.firstMoment("w").slice();
  expect(group.hasGradient).toBe(false);
  expect(adamwStep(compute, group, adam)).toBe(0);
  expect(group.step).toBe(2);
  for (const [i, m] of group.firstMoment("w").entries()) expect(m).toBeCloseTo(0.9 * moment[i]!, 6);
  const wanted = expected([gradients[0]!, [0, 0, 0, 0, 0, 0]], adam);
  for (const [i, w] of group.floats("w").entries()) expect(w).toBeCloseTo(wanted[i]!, 5);
});

test("a first step without any gradient leaves finite weights", () => {
  adamwStep(compute, group, { learningRate: 0.01 });
  expect([...group.floats("w")]).toEqual(weights);
});

test.each([NaN, Infinity, -Infinity])("a gradient of %s changes nothing but is cleared", (bad) => {
  group.gradient("w").set(gradients[0]!);
  adamwStep(compute, group, { learningRate: 0.01 });
  const before = [group.floats("w"), group.firstMoment("w"), group.secondMoment("w")].map((a) => [
    ...a,
  ]);
  group.gradient("w")[4] = bad;
  expect(gradientNorm(compute, group)).not.toSatisfy(Number.isFinite);
  expect(() => adamwStep(compute, group, { learningRate: 0.01 })).toThrow(
    expect.objectContaining({ kind: "numerical" }),
  );
  expect(
    [group.floats("w"), group.firstMoment("w"), group.secondMoment("w")].map((a) => [...a]),
  ).toEqual(before);
  expect(group.step).toBe(1);
  expect(gradientNorm(compute, group)).toBe(0);
});

test.each<[string, AdamParameters]>([
  ["learningRate", { learningRate: -1 }],
  ["learningRate", { learningRate: NaN }],
  ["learningRate", { learningRate: 1e39 }],
  ["betas", { learningRate: 1, betas: [1, 0.9] }],
  ["betas", { learningRate: 1, betas: [0.9, -0.1] }],
  ["betas", { learningRate: 1, betas: [0.9, 1 - 1e-12] }],
  ["epsilon", { learningRate: 1, epsilon: 0 }],
  ["epsilon", { learningRate: 1, epsilon: 1e-50 }],
  ["weightDecay", { learningRate: 1, weightDecay: -0.1 }],
  ["clipNorm", { learningRate: 1, clipNorm: NaN }],
  ["clipNorm", { learningRate: 1, clipNorm: -1 }],
])("%s out of range is refused by name: %o", (parameter, adam) => {
  group.gradient("w").set(gradients[0]!);
  expect(() => adamwStep(compute, group, adam)).toThrow(
    expect.objectContaining({ kind: "invalid", parameter }),
  );
  expect([...group.floats("w")]).toEqual(weights);
  expect(group.step).toBe(0);
});
