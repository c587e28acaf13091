import { expect, test } from "vitest";
import { Compute } from "./compute.ts";
import { cut } from "./cut.ts";
import { checkCases } from "./testing/check-cases.ts";
import type { KernelCase } from "./testing/kernel-case.ts";
import { randomTensor } from "./testing/random-tensor.ts";

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
const silu = (x: number): number => x * sigmoid(x);

const counts = [1, 2, 3, 4, 5, 17, 100, 263] as const;

/** Wide enough that the ends of exp are met. */
const gates = (count: number): Float32Array => randomTensor(count, 1).map((x) => x * 100);

function casesOf(count: number): KernelCase[] {
  const x = randomTensor(count, 1);
  const y = randomTensor(count, 2);
  const gate = gates(count);
  const ranges = (parts: number): number[][] => cut(count, parts, 4);
  const name = `${count} elements`;
  return [
    {
      name,
      kernel: "add",
      tensors: { x, y },
      args: ["x", "y"],
      ranges,
      wanted: { x: x.map((value, i) => value + (y[i] ?? 0)) },
    },
    {
      name,
      kernel: "fill",
      tensors: { x },
      args: ["x", 2.5],
      ranges,
      wanted: { x: x.map(() => 2.5) },
    },
    {
      name,
      kernel: "swigluForward",
      tensors: { gate, up: y, out: x },
      args: ["gate", "up", "out"],
      ranges,
      wanted: { out: Float64Array.from(gate, (g, i) => silu(g) * (y[i] ?? 0)) },
    },
    {
      name,
      kernel: "swigluBackward",
      tensors: { gate, up: y, dy: x },
      args: ["gate", "up", "dy"],
      ranges,
      wanted: {
        gate: Float64Array.from(
          gate,
          (g, i) => (x[i] ?? 0) * (y[i] ?? 0) * sigmoid(g) * (1 + g * (1 - sigmoid(g))),
        ),
        up: Float64Array.from(gate, (g, i) => (x[i] ?? 0) * silu(g)),
      },
    },
    adamwOf(count),
  ];
}

function adamwOf(count: number): KernelCase {
  const [w, g, m] = [randomTensor(count, 1), randomTensor(count, 2), randomTensor(count, 3)];
  const v = randomTensor(count, 4).map((x) => x * x);
  const [rate, beta1, beta2, epsilon, decay, scale, step] = [0.01, 0.9, 0.95, 1e-8, 0.1, 0.5, 3];
  const [correction1, correction2] = [1 / (1 - beta1 ** step), 1 / (1 - beta2 ** step)];
  const first = Float64Array.from(
    m,
    (value, i) => beta1 * value + (1 - beta1) * scale * (g[i] ?? 0),
  );
  const second = Float64Array.from(
    v,
    (value, i) => beta2 * value + (1 - beta2) * (scale * (g[i] ?? 0)) ** 2,
  );
  return {
    name: `${count} elements`,
    kernel: "adamw",
    tensors: { w, g, m, v },
    args: ["w", "g", "m", "v", rate, beta1, beta2, correction1, correction2, epsilon, decay, scale],
    ranges: (parts) => cut(count, parts, 4),
    wanted: {
      m: first,
      v: second,
      w: Float64Array.from(w, (value, i) => {
        const direction =
          ((first[i] ?? 0) * correction1) / (Math.sqrt((second[i] ?? 0) * correction2) + epsilon);
        return value - rate * (direction + decay * value);
      }),
    },
  };
}

checkCases(counts.flatMap(casesOf));

test.each(counts)("the sum of squares of %i elements", (count) => {
  const { memory, kernels } = new Compute();
  const x = memory.allocate((count + 1) * 4);
  const values = randomTensor(count, 7);
  memory.floats(x, count + 1).fill(1e6);
  memory.floats(x, count).set(values);
  const wanted = values.reduce((sum, value) => sum + value * value, 0);
  expect(kernels.sumOfSquares(x, count)).toBeCloseTo(wanted, 10);
});

test("the sum of squares of great finite numbers is finite, of an infinite or missing one is not", () => {
  const { memory, kernels } = new Compute();
  const x = memory.allocate(9 * 4);
  memory.floats(x, 9).fill(3e38);
  expect(kernels.sumOfSquares(x, 9)).toSatisfy(Number.isFinite);
  for (const place of [0, 5, 8]) {
    memory.floats(x, 9).fill(1);
    memory.floats(x, 9)[place] = Number.NaN;
    expect(kernels.sumOfSquares(x, 9)).toBeNaN();
    memory.floats(x, 9)[place] = Number.NEGATIVE_INFINITY;
    expect(kernels.sumOfSquares(x, 9)).toBe(Number.POSITIVE_INFINITY);
  }
});
