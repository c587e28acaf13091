import { describe, expect, test } from "vitest";
import { Compute } from "./compute.ts";

/** The least normal float32: what is nearer to zero takes a processor a hundred times as long. */
const leastNormal = 2 ** -126;

function subnormals(values: Float32Array): number {
  return values.filter((value) => value !== 0 && Math.abs(value) < leastNormal).length;
}

describe.each([{ forcePlain: true }, { forcePlain: false }])("saturated rows, %o", (options) => {
  const compute = new Compute(options);
  const { kernels, memory } = compute;
  const tensor = (values: readonly number[]) => {
    const pointer = memory.allocate(values.length * 4);
    memory.floats(pointer, values.length).set(values);
    return pointer;
  };
  const logits = (gap: number) =>
    Array.from({ length: 64 }, (_, i) => (i % 8 === 0 ? 0 : -gap - i / 7));

  test.each([20, 60, 87, 88, 120, 1e4])("logits %d below the top leave no subnormals", (gap) => {
    const row = tensor(logits(gap));
    const target = memory.allocate(4);
    const out = tensor([0]);
    const entropy = tensor([0]);
    kernels.logprobForward(64, 64, row, target, out, entropy, 0, 1);
    expect(memory.floats(entropy, 1)[0]).toBeCloseTo(Math.log(8), 5);
    expect(subnormals(memory.floats(row, 64))).toBe(0);
    kernels.logprobBackward(64, 64, row, target, tensor([1e-6]), 0, 1);
    expect(subnormals(memory.floats(row, 64))).toBe(0);
    expect(memory.floats(out, 1)[0]).toBeCloseTo(-Math.log(8), 5);
  });

  test.each([-40, -46, -87, -200])("a gate of %d leaves none", (gate) => {
    const gates = tensor(Array.from({ length: 8 }, () => gate));
    const ones = tensor(Array.from({ length: 8 }, () => 1));
    const y = tensor(Array.from({ length: 8 }, () => 1));
    kernels.swigluForward(gates, ones, y, 0, 8);
    expect(subnormals(memory.floats(y, 8))).toBe(0);
  });

  test("what is not a number stays visible", () => {
    const row = tensor([0, Number.NaN, 1, 2]);
    const out = tensor([0]);
    kernels.logprobForward(4, 4, row, memory.allocate(4), out, tensor([0]), 0, 1);
    expect(memory.floats(out, 1)[0]).toBeNaN();
    const gates = tensor([Number.NaN, 0, 0, 0]);
    kernels.swigluForward(gates, tensor([1, 1, 1, 1]), gates, 0, 4);
    expect(memory.floats(gates, 4)[0]).toBeNaN();
  });
});
