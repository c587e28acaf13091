import { expect, test } from "vitest";
import { Compute } from "../compute/compute.ts";
import { ropeFrequencies, ropeTables } from "./rope-tables.ts";
import type { ModelShape } from "./shape.ts";

const plain = { headSize: 8, ropeTheta: 10_000 };

test("frequencies fall from 1 by the power of θ", () => {
  expect([...ropeFrequencies(plain)]).toEqual(
    [1, 0.1, 0.01, 0.001].map((f) => expect.closeTo(f, 12)),
  );
});

test("linear scaling slows every position by the factor", () => {
  const scaled = ropeFrequencies({ ...plain, ropeScaling: { kind: "linear", factor: 4 } });
  expect([...scaled]).toEqual([0.25, 0.025, 0.0025, 0.00025].map((f) => expect.closeTo(f, 12)));
});

test("llama 3 keeps fast turns, slows slow ones, and blends between", () => {
  // Within 2π · 100 positions, frequencies 1, 0.1, 0.01 and 0.001 turn 100, 10, 1 and 0.1 times.
  const ropeScaling = {
    kind: "llama3",
    factor: 8,
    lowFrequencyFactor: 0.5,
    highFrequencyFactor: 4.5,
    originalContextTokens: 2 * Math.PI * 100,
  } as const;
  const [first, second, third, fourth] = ropeFrequencies({ ...plain, ropeScaling });
  expect(first).toBe(1);
  expect(second).toBeCloseTo(0.1, 12);
  // (1 − 0.5) / (4.5 − 0.5) = 1/8 kept: 7/8 · 0.01/8 + 1/8 · 0.01
  expect(third).toBeCloseTo(0.00234375, 12);
  expect(fourth).toBeCloseTo(0.001 / 8, 12);
});

test("tables hold cosine and sine of each position", () => {
  const compute = new Compute();
  const shape = { ...plain, contextTokens: 5 } as ModelShape;
  const tables = ropeTables(shape, compute);
  const cosines = compute.memory.floats(tables.cosine, 20);
  const sines = compute.memory.floats(tables.sine, 20);
  expect([...cosines.subarray(0, 4)]).toEqual([1, 1, 1, 1]);
  expect(cosines[3 * 4 + 1]).toBeCloseTo(Math.cos(0.3), 6);
  expect(sines[4 * 4 + 2]).toBeCloseTo(Math.sin(0.04), 6);
});
