import { cut } from "./cut.ts";
import { checkCases } from "./testing/check-cases.ts";
import type { KernelCase } from "./testing/kernel-case.ts";
import { randomTensor } from "./testing/random-tensor.ts";

interface Shape {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
  readonly accumulate?: boolean;
  readonly alpha?: number;
  /** Floats between the end of a row and the start of the next. */
  readonly gap?: number;
}

/** The tensors of a product and what c should be. */
function product(s: Shape): {
  tensors: { a: Float32Array; b: Float32Array; c: Float32Array };
  lda: number;
  ldb: number;
  ldc: number;
  wanted: Float64Array;
} {
  const { m, n, k, alpha = 1, gap = 0 } = s;
  const lda = (s.transposeA === true ? m : k) + gap;
  const ldb = (s.transposeB === true ? k : n) + gap;
  const ldc = n + gap;
  const a = randomTensor((s.transposeA === true ? k : m) * lda, 1);
  const b = randomTensor((s.transposeB === true ? n : k) * ldb, 2);
  const c = randomTensor(m * ldc, 3);
  const wanted = Float64Array.from(c);
  for (let i = 0; i < m; i += 1)
    for (let j = 0; j < n; j += 1) {
      let sum = 0;
      for (let p = 0; p < k; p += 1) {
        const left = s.transposeA === true ? a[p * lda + i] : a[i * lda + p];
        const right = s.transposeB === true ? b[j * ldb + p] : b[p * ldb + j];
        sum += (left ?? Number.NaN) * (right ?? Number.NaN);
      }
      const before = s.accumulate === true ? (c[i * ldc + j] ?? Number.NaN) : 0;
      wanted[i * ldc + j] = before + alpha * sum;
    }
  return { tensors: { a, b, c }, lda, ldb, ldc, wanted };
}

function title(s: Shape): string {
  const { m, n, k, ...rest } = s;
  const options = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
  return [`[${m}, ${n}] of ${k}`, ...options].join(", ");
}

function blocked(s: Shape): KernelCase {
  const { m, n, k, alpha = 1 } = s;
  const { tensors, lda, ldb, ldc, wanted } = product(s);
  const [transposeA, transposeB] = [Number(s.transposeA === true), Number(s.transposeB === true)];
  return {
    name: title(s),
    kernel: "matmul",
    tensors,
    args: [
      k,
      "a",
      lda,
      transposeA,
      "b",
      ldb,
      transposeB,
      "c",
      ldc,
      Number(s.accumulate === true),
      alpha,
    ],
    ranges: (parts) =>
      m > n
        ? cut(m, parts, 1).map((rows) => [...rows, 0, n])
        : cut(n, parts, 1).map((columns) => [0, m, ...columns]),
    wanted: { c: wanted },
  };
}

function byRows(s: Shape): KernelCase {
  const { m, n, k, alpha = 1 } = s;
  const { tensors, lda, ldb, ldc, wanted } = product({ ...s, transposeB: true });
  return {
    name: title(s),
    kernel: "matmulRows",
    tensors,
    args: [m, k, "a", lda, "b", ldb, "c", ldc, Number(s.accumulate === true), alpha],
    ranges: (parts) => cut(n, parts, 1),
    wanted: { c: wanted },
  };
}

const edges: readonly Shape[] = [
  { m: 1, n: 1, k: 1 },
  { m: 2, n: 3, k: 5 },
  { m: 3, n: 2, k: 7 },
  { m: 5, n: 7, k: 3 },
  { m: 7, n: 5, k: 2 },
  { m: 6, n: 8, k: 4 },
  { m: 12, n: 16, k: 6 },
  { m: 17, n: 17, k: 17 },
  { m: 8, n: 1, k: 100 },
  { m: 1, n: 260, k: 100 },
  { m: 100, n: 6, k: 260 },
  { m: 98, n: 100, k: 1 },
  { m: 33, n: 21, k: 2, alpha: 2, accumulate: true },
  { m: 25, n: 9, k: 3, alpha: 0.5 },
  { m: 4, n: 4, k: 260, gap: 3 },
  { m: 31, n: 10, k: 9, gap: 5, accumulate: true },
  { m: 50, n: 12, k: 523, alpha: -1.5, accumulate: true, gap: 1 },
  { m: 130, n: 525, k: 17 },
];

checkCases(
  edges.flatMap((shape) => [
    byRows(shape),
    blocked(shape),
    blocked({ ...shape, transposeB: true }),
    blocked({ ...shape, transposeA: true }),
    blocked({ ...shape, transposeA: true, transposeB: true }),
  ]),
);
// Enough rows and columns for the packed way: at its edges, with the longest k that fits into scratch and one beyond.
checkCases(
  [
    { m: 40, n: 64, k: 1 },
    { m: 41, n: 65, k: 3, alpha: 2, accumulate: true },
    { m: 47, n: 71, k: 10, gap: 3 },
    { m: 97, n: 83, k: 523, alpha: -1.5, accumulate: true, gap: 1 },
    { m: 45, n: 64, k: 10_920 },
    { m: 45, n: 64, k: 10_925 },
  ].map(byRows),
);
