import { cut } from "./cut.ts";
import { checkCases } from "./testing/check-cases.ts";
import type { KernelCase } from "./testing/kernel-case.ts";
import { randomIndices, randomTensor } from "./testing/random-tensor.ts";

/** A reading that fails loudly outside the tensor. */
const of = (tensor: ArrayLike<number>, index: number): number => tensor[index] ?? Number.NaN;

function table(rows: number, columns: number, value: (row: number, column: number) => number) {
  return Float64Array.from({ length: rows * columns }, (_, i) =>
    value(Math.floor(i / columns), i % columns),
  );
}

function sum(count: number, value: (index: number) => number): number {
  let total = 0;
  for (let i = 0; i < count; i += 1) total += value(i);
  return total;
}

function bias(rows: number, d: number): KernelCase[] {
  const [y, b] = [randomTensor(rows * d, 1), randomTensor(d, 2)];
  const name = `[${rows}, ${d}]`;
  return [
    {
      name,
      kernel: "biasForward",
      tensors: { y, b },
      args: [d, "y", "b"],
      ranges: (parts) => cut(rows, parts, 1),
      wanted: { y: table(rows, d, (r, i) => of(y, r * d + i) + of(b, i)) },
    },
    {
      name,
      kernel: "biasBackward",
      tensors: { y, b },
      args: [rows, d, "y", "b"],
      ranges: (parts) => cut(d, parts, 4),
      wanted: { b: table(1, d, (_, i) => of(b, i) + sum(rows, (r) => of(y, r * d + i))) },
    },
  ];
}

function rmsNorm(rows: number, d: number): KernelCase[] {
  const epsilon = 1e-5;
  const x = randomTensor(rows * d, 1);
  const [w, dw] = [randomTensor(d, 2), randomTensor(d, 3)];
  const [dy, dx, y] = [4, 5, 6].map((seed) => randomTensor(rows * d, seed));
  if (dy === undefined || dx === undefined || y === undefined) throw new Error("unreachable");
  const rstd = Float32Array.from({ length: rows }, (_, r) => {
    const squares = sum(d, (i) => of(x, r * d + i) ** 2);
    return 1 / Math.sqrt(squares / d + epsilon);
  });
  const forward = table(rows, d, (r, i) => of(x, r * d + i) * of(rstd, r) * of(w, i));
  const name = `[${rows}, ${d}]`;
  const ranges = (parts: number): number[][] => cut(rows, parts, 1);
  return [
    {
      name,
      kernel: "rmsNormForward",
      tensors: { x, w, y, rstd: new Float32Array(rows) },
      args: [d, "x", "w", "y", "rstd", epsilon],
      ranges,
      wanted: { y: forward, rstd },
    },
    {
      name: `${name} in place`,
      kernel: "rmsNormForward",
      tensors: { x, w, rstd: new Float32Array(rows) },
      args: [d, "x", "w", "x", "rstd", epsilon],
      ranges,
      wanted: { x: forward, rstd },
    },
    {
      name,
      kernel: "rmsNormBackward",
      tensors: { x, w, rstd, dy, dx },
      args: [d, "x", "w", "rstd", "dy", "dx"],
      ranges,
      wanted: {
        // The Jacobian, written out: ∂y_j/∂x_i = w_j (rstd [i = j] − rstd³ x_i x_j / d).
        dx: table(rows, d, (r, i) => {
          const s = of(rstd, r);
          const change = sum(d, (j) => {
            const straight = i === j ? s : 0;
            const bent = (s ** 3 * of(x, r * d + i) * of(x, r * d + j)) / d;
            return of(dy, r * d + j) * of(w, j) * (straight - bent);
          });
          return of(dx, r * d + i) + change;
        }),
      },
    },
    {
      name,
      kernel: "rmsNormBackwardWeight",
      tensors: { x, rstd, dy, dw },
      args: [rows, d, "x", "rstd", "dy", "dw"],
      ranges: (parts) => cut(d, parts, 4),
      wanted: {
        dw: table(
          1,
          d,
          (_, i) =>
            of(dw, i) + sum(rows, (r) => of(dy, r * d + i) * of(x, r * d + i) * of(rstd, r)),
        ),
      },
    },
  ];
}

function rope(rows: number, heads: number, headSize: number, gap: number): KernelCase[] {
  const half = headSize / 2;
  const context = 50;
  const ld = heads * headSize + gap;
  const x = randomTensor(rows * ld, 1);
  const positions = randomIndices(rows, context, 2);
  const angle = (position: number, i: number): number => position / 10_000 ** (i / half);
  const cosine = Float32Array.from(table(context, half, (p, i) => Math.cos(angle(p, i))));
  const sine = Float32Array.from(table(context, half, (p, i) => Math.sin(angle(p, i))));
  return [1, -1].map((direction) => ({
    name: `[${rows}, ${heads} × ${headSize}], direction ${direction}`,
    kernel: "rope",
    tensors: { x, positions, cosine, sine },
    args: [heads, headSize, "x", ld, "positions", "cosine", "sine", direction],
    ranges: (parts) => cut(rows, parts, 1),
    wanted: {
      x: table(rows, ld, (r, column) => {
        const within = column % headSize;
        const own = of(x, r * ld + column);
        if (column >= heads * headSize) return own;
        const theta = direction * angle(of(positions, r), within % half);
        const isFirst = within < half;
        const other = of(x, r * ld + column + (isFirst ? half : -half));
        return own * Math.cos(theta) + (isFirst ? -other : other) * Math.sin(theta);
      }),
    },
  }));
}

function embedding(rows: number, d: number, vocabulary: number): KernelCase[] {
  const e = randomTensor(vocabulary * d, 1);
  const x = randomTensor(rows * d, 2);
  // Few tokens, many rows: equal ones meet.
  const tokens = randomIndices(rows, vocabulary, 3);
  const name = `[${rows}, ${d}] of ${vocabulary} tokens`;
  return [
    {
      name,
      kernel: "embeddingForward",
      tensors: { e, tokens, x },
      args: [d, "e", "tokens", "x"],
      ranges: (parts) => cut(rows, parts, 1),
      wanted: { x: table(rows, d, (r, i) => of(e, of(tokens, r) * d + i)) },
      tolerance: 0,
    },
    {
      name,
      kernel: "embeddingBackward",
      tensors: { e, tokens, x },
      args: [rows, d, "e", "tokens", "x"],
      ranges: (parts) => cut(d, parts, 4),
      wanted: {
        e: table(
          vocabulary,
          d,
          (token, i) =>
            of(e, token * d + i) +
            sum(rows, (r) => (of(tokens, r) === token ? of(x, r * d + i) : 0)),
        ),
      },
    },
  ];
}

function logprob(rows: number, vocabulary: number, ld: number, spread: number): KernelCase[] {
  const logits = randomTensor(rows * ld, 1).map((x) => x * spread);
  const targets = randomIndices(rows, vocabulary, 2);
  const coefficients = randomTensor(rows, 3);
  const total = (r: number): number => sum(vocabulary, (j) => Math.exp(of(logits, r * ld + j)));
  const probabilities = table(rows, ld, (r, j) =>
    j < vocabulary ? Math.exp(of(logits, r * ld + j)) / total(r) : 0,
  );
  const out = table(rows, 1, (r) => of(logits, r * ld + of(targets, r)) - Math.log(total(r)));
  const entropies = table(rows, 1, (r) =>
    sum(vocabulary, (j) => {
      const p = of(probabilities, r * ld + j);
      return p === 0 ? 0 : -p * Math.log(p);
    }),
  );
  const name = `[${rows}, ${vocabulary} of ${ld}], logits to ${spread}`;
  const ranges = (parts: number): number[][] => cut(rows, parts, 1);
  return [
    {
      name,
      kernel: "logprobForward",
      tensors: {
        logits,
        targets,
        out: new Float32Array(rows),
        entropies: new Float32Array(rows),
      },
      args: [vocabulary, ld, "logits", "targets", "out", "entropies"],
      ranges,
      wanted: { logits: probabilities, out, entropies },
      tolerance: 2e-6,
    },
    {
      name,
      kernel: "logprobBackward",
      tensors: { p: Float32Array.from(probabilities), targets, coefficients },
      args: [vocabulary, ld, "p", "targets", "coefficients"],
      ranges,
      wanted: {
        p: table(rows, ld, (r, j) => {
          const isTarget = j === of(targets, r);
          return of(coefficients, r) * (Number(isTarget) - of(probabilities, r * ld + j));
        }),
      },
      tolerance: 2e-6,
    },
  ];
}

checkCases([
  ...[1, 3, 17].flatMap((rows) => [4, 8, 100, 260].flatMap((d) => bias(rows, d))),
  ...[1, 2, 7].flatMap((rows) => [4, 8, 100, 260].flatMap((d) => rmsNorm(rows, d))),
  ...rope(1, 1, 8, 0),
  ...rope(7, 3, 24, 4),
  ...rope(17, 2, 64, 0),
  ...embedding(1, 4, 3),
  ...embedding(100, 12, 5),
  ...embedding(17, 260, 30),
  ...logprob(1, 4, 4, 1),
  ...logprob(3, 5, 8, 2),
  ...logprob(7, 17, 24, 5),
  ...logprob(8, 260, 260, 10),
  ...logprob(2, 3, 4, 60),
  ...logprob(2, 4099, 4100, 3),
]);
