import { afterAll, expect, test } from "vitest";
import { Compute } from "./compute.ts";
import { EngineMemory } from "./memory.ts";
import { randomTensor } from "./testing/random-tensor.ts";

const alone = new Compute();
const three = new Compute({ threads: 3 });
afterAll(() => Promise.all([alone.close(), three.close()]));

/** Puts tensors of random numbers into a Compute's memory, runs, and takes the first one back. */
function result(
  compute: Compute,
  counts: readonly number[],
  run: (...pointers: number[]) => void,
): Float32Array {
  const { memory } = compute;
  const pointers = counts.map((count, index) => {
    const pointer = memory.allocate(count * 4);
    memory.floats(pointer, count).set(randomTensor(count, index + 1));
    return pointer;
  });
  run(...pointers);
  const [first = 0] = pointers;
  const values = memory.floats(first, counts[0] ?? 0).slice();
  for (const pointer of pointers) memory.free(pointer);
  return values;
}

const [m, n, k] = [150, 130, 70];

test.each<{ what: string; counts: number[]; run: (c: Compute, ...at: number[]) => void }>([
  {
    what: "matmul, cut by columns",
    counts: [m * n, m * k, k * n],
    run: (compute, c = 0, a = 0, b = 0) =>
      compute.matmul({ m, n, k, a, lda: k, b, ldb: n, c, ldc: n, accumulate: true, alpha: 0.5 }),
  },
  {
    what: "matmul, cut by rows",
    counts: [n * 30, n * k, 30 * k],
    run: (compute, c = 0, a = 0, b = 0) =>
      compute.matmul({ m: n, n: 30, k, a, lda: k, b, ldb: k, transposeB: true, c, ldc: 30 }),
  },
  {
    what: "matmul of a transposed left side",
    counts: [m * n, k * m, k * n],
    run: (compute, c = 0, a = 0, b = 0) =>
      compute.matmul({ m, n, k, a, lda: m, transposeA: true, b, ldb: n, c, ldc: n }),
  },
  {
    what: "matmul of a few rows",
    counts: [12 * n, 12 * k, n * k],
    run: (compute, c = 0, a = 0, b = 0) =>
      compute.matmul({ m: 12, n, k, a, lda: k, b, ldb: k, transposeB: true, c, ldc: n, alpha: 2 }),
  },
  {
    what: "matmulRows",
    counts: [m * n, m * k, n * k],
    run: (compute, c = 0, x = 0, w = 0) =>
      compute.matmulRows({ m, n, k, x, ldx: k, w, ldw: k, c, ldc: n, accumulate: true, alpha: 3 }),
  },
  {
    what: "rows",
    counts: [1000 * 64, 64],
    run: (compute, y = 0, bias = 0) => compute.rows("biasForward", [64, y, bias], 1000, 64),
  },
  {
    what: "elements",
    counts: [100_003, 100_003],
    run: (compute, x = 0, y = 0) => compute.elements("add", [x, y], 100_003),
  },
])("$what gives the same bits on one thread and on three", ({ counts, run }) => {
  const single = result(alone, counts, (...pointers) => run(alone, ...pointers));
  expect(single).not.toStrictEqual(randomTensor(counts[0] ?? 0, 1));
  for (let round = 0; round < 5; round += 1)
    expect(result(three, counts, (...pointers) => run(three, ...pointers))).toStrictEqual(single);
});

test("a product of nothing is nothing", () => {
  const empty = { k: 4, a: 0, lda: 4, b: 0, ldb: 4, c: 0, ldc: 4 };
  alone.matmul({ ...empty, m: 0, n: 4 });
  alone.matmulRows({ k: 4, x: 0, ldx: 4, w: 0, ldw: 4, c: 0, ldc: 4, m: 4, n: 0 });
  alone.rows("add", [0, 0], 0, 1);
  alone.elements("add", [0, 0], 0);
  expect(alone.memory.ints(0, 4)).toStrictEqual(new Int32Array(4));
});

test("one thread unless more are asked for, and never a fraction of one", () => {
  expect(alone.threads).toBe(1);
  for (const threads of [0, 1.5, 65, Number.NaN])
    expect(() => new Compute({ threads })).toThrow(
      expect.objectContaining({ kind: "invalid", parameter: "threads" }),
    );
});

test("closing gives everything back to a memory that was lent", async () => {
  const memory = new EngineMemory();
  const compute = new Compute({ memory, threads: 2 });
  expect(memory.bytes).toBeGreaterThan(0);
  await compute.close();
  expect(memory.bytes).toBe(0);
});

test("a memory too small for scratch is busy", () => {
  expect(() => new Compute({ maxBytes: 2 ** 19 })).toThrow(
    expect.objectContaining({ kind: "busy" }),
  );
});
