import fc from "fast-check";
import { expect, test } from "vitest";
import { Compute } from "./compute.ts";
import { randomTensor } from "./testing/random-tensor.ts";

interface Product {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly accumulate: boolean;
  readonly alpha: number;
}

/** c [m, n] of x [m, k] and w [n, k], computed for rows and columns from..to only. */
function rowsOf(
  compute: Compute,
  s: Product,
  [rowFrom, rowTo]: readonly [number, number],
  [columnFrom, columnTo]: readonly [number, number],
): Float32Array {
  const { m, n, k, accumulate, alpha } = s;
  const { memory, kernels } = compute;
  const x = memory.allocate(m * k * 4);
  const w = memory.allocate(n * k * 4);
  const c = memory.allocate(m * n * 4);
  memory.floats(x, m * k).set(randomTensor(m * k, 1));
  memory.floats(w, n * k).set(randomTensor(n * k, 2));
  memory.floats(c, m * n).set(randomTensor(m * n, 3));
  kernels.matmulRows(
    ...([rowTo - rowFrom, k, x + rowFrom * k * 4, k, w, k, c + rowFrom * n * 4, n] as const),
    ...([Number(accumulate), alpha, columnFrom, columnTo] as const),
  );
  const result = memory.floats(c, m * n).slice();
  for (const pointer of [x, w, c]) memory.free(pointer);
  return result;
}

const anyProduct = fc.record({
  m: fc.integer({ min: 1, max: 80 }),
  n: fc.integer({ min: 1, max: 90 }),
  k: fc.integer({ min: 1, max: 70 }),
  accumulate: fc.boolean(),
  alpha: fc.constantFrom(1, 0.5, -1.25),
});

test.each([{ forcePlain: false }, { forcePlain: true }])(
  "a row has the same bits alone, in any company and wherever columns are cut ($forcePlain)",
  (options) => {
    const compute = new Compute(options);
    const place = fc.double({ min: 0, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(anyProduct, place, place, place, (s, rowAt, columnAt, widthAt) => {
        const whole = rowsOf(compute, s, [0, s.m], [0, s.n]);
        const row = Math.floor(rowAt * s.m);
        const from = Math.floor(columnAt * s.n);
        const to = from + 1 + Math.floor(widthAt * (s.n - from));
        const alone = rowsOf(compute, s, [row, row + 1], [from, to]);
        const bits = (of: Float32Array): number[] => [
          ...new Uint32Array(of.buffer).subarray(row * s.n + from, row * s.n + to),
        ];
        expect(bits(alone)).toStrictEqual(bits(whole));
      }),
      { numRuns: 300, seed: 6 },
    );
  },
);

test("many rows take the packed way, and its bits are those of one row at a time", () => {
  const compute = new Compute();
  const s = { m: 193, n: 133, k: 131, accumulate: false, alpha: 1 };
  const whole = rowsOf(compute, s, [0, s.m], [0, s.n]);
  for (let row = 0; row < s.m; row += 1) {
    const alone = rowsOf(compute, s, [row, row + 1], [0, s.n]);
    const range = [row * s.n, (row + 1) * s.n] as const;
    expect(alone.subarray(...range)).toStrictEqual(whole.subarray(...range));
  }
});
