// The product of serving: c [m, n] (+)= alpha · x [m, k] · w [n, k]ᵀ with every element computed by the same operations in
// the same order, whatever m, n, the thread and the place in the block. So a sequence gets the same logits, bit for
// bit, alone and in a batch.
//
// The order: four partial sums P₀..P₃, P_j over the k with k mod 4 = j, ascending, from 0, by fma (past the end of k by
// zeros); then ((P₀ + P₁) + P₂) + P₃; then times alpha; then onto c. With few rows the four sums are the lanes of one
// vector and w is read where it lies; with many they are four passes over packed panels (matmul-rows-packed.ts).
import { fma, loadPart, sum, sums } from "./math";
import { matmulRowsPacked, shouldPack } from "./matmul-rows-packed";

// @ts-ignore: decorator
@inline
function put(c: usize, four: v128, scale: v128, accumulate: bool): void {
  const product = f32x4.mul(four, scale);
  v128.store(c, accumulate ? f32x4.add(v128.load(c), product) : product);
}

/** Two rows of x with four of w. */
// @ts-ignore: decorator
@inline
function twoRows(
  k: i32,
  x: usize,
  xBytes: usize,
  w: usize,
  wBytes: usize,
  c: usize,
  cBytes: usize,
  scale: v128,
  accumulate: bool,
): void {
  let y = x + xBytes;
  let x0 = f32x4.splat(0);
  let x1 = x0;
  let x2 = x0;
  let x3 = x0;
  let y0 = x0;
  let y1 = x0;
  let y2 = x0;
  let y3 = x0;
  const end = x + ((<usize>(k & ~3)) << 2);
  while (x < end) {
    const u = v128.load(x);
    const v = v128.load(y);
    let row = v128.load(w);
    x0 = fma(row, u, x0);
    y0 = fma(row, v, y0);
    row = v128.load(w + wBytes);
    x1 = fma(row, u, x1);
    y1 = fma(row, v, y1);
    row = v128.load(w + 2 * wBytes);
    x2 = fma(row, u, x2);
    y2 = fma(row, v, y2);
    row = v128.load(w + 3 * wBytes);
    x3 = fma(row, u, x3);
    y3 = fma(row, v, y3);
    x += 16;
    y += 16;
    w += 16;
  }
  const rest = k & 3;
  if (rest) {
    const u = loadPart(x, rest);
    const v = loadPart(y, rest);
    let row = loadPart(w, rest);
    x0 = fma(row, u, x0);
    y0 = fma(row, v, y0);
    row = loadPart(w + wBytes, rest);
    x1 = fma(row, u, x1);
    y1 = fma(row, v, y1);
    row = loadPart(w + 2 * wBytes, rest);
    x2 = fma(row, u, x2);
    y2 = fma(row, v, y2);
    row = loadPart(w + 3 * wBytes, rest);
    x3 = fma(row, u, x3);
    y3 = fma(row, v, y3);
  }
  put(c, sums(x0, x1, x2, x3), scale, accumulate);
  put(c + cBytes, sums(y0, y1, y2, y3), scale, accumulate);
}

/** One row of x with four of w. */
// @ts-ignore: decorator
@inline
function oneRow(
  k: i32,
  x: usize,
  w: usize,
  wBytes: usize,
  c: usize,
  scale: v128,
  accumulate: bool,
): void {
  let x0 = f32x4.splat(0);
  let x1 = x0;
  let x2 = x0;
  let x3 = x0;
  const end = x + ((<usize>(k & ~3)) << 2);
  while (x < end) {
    const u = v128.load(x);
    x0 = fma(v128.load(w), u, x0);
    x1 = fma(v128.load(w + wBytes), u, x1);
    x2 = fma(v128.load(w + 2 * wBytes), u, x2);
    x3 = fma(v128.load(w + 3 * wBytes), u, x3);
    x += 16;
    w += 16;
  }
  const rest = k & 3;
  if (rest) {
    const u = loadPart(x, rest);
    x0 = fma(loadPart(w, rest), u, x0);
    x1 = fma(loadPart(w + wBytes, rest), u, x1);
    x2 = fma(loadPart(w + 2 * wBytes, rest), u, x2);
    x3 = fma(loadPart(w + 3 * wBytes, rest), u, x3);
  }
  put(c, sums(x0, x1, x2, x3), scale, accumulate);
}

/** One row of x with one of w: columns past the last four. */
function oneElement(k: i32, x: usize, w: usize, c: usize, alpha: f32, accumulate: bool): void {
  let total = f32x4.splat(0);
  const end = x + ((<usize>(k & ~3)) << 2);
  while (x < end) {
    total = fma(v128.load(w), v128.load(x), total);
    x += 16;
    w += 16;
  }
  const rest = k & 3;
  if (rest) total = fma(loadPart(w, rest), loadPart(x, rest), total);
  const product = sum(total) * alpha;
  store<f32>(c, accumulate ? load<f32>(c) + product : product);
}

/** Range: columns of c, which are rows of w. */
export function matmulRows(
  m: i32,
  k: i32,
  x: usize,
  ldx: i32,
  w: usize,
  ldw: i32,
  c: usize,
  ldc: i32,
  accumulate: i32,
  alpha: f32,
  columnFrom: i32,
  columnTo: i32,
): void {
  const adds = accumulate != 0;
  if (shouldPack(m, columnTo - columnFrom, k)) {
    matmulRowsPacked(m, k, x, ldx, w, ldw, c, ldc, adds, alpha, columnFrom, columnTo);
    return;
  }
  const xBytes = (<usize>ldx) << 2;
  const wBytes = (<usize>ldw) << 2;
  const cBytes = (<usize>ldc) << 2;
  const scale = f32x4.splat(alpha);
  let n = columnFrom;
  for (; n + 4 <= columnTo; n += 4) {
    const four = w + <usize>n * wBytes;
    const target = c + ((<usize>n) << 2);
    let r = 0;
    for (; r + 2 <= m; r += 2) {
      const row = <usize>r;
      const out = target + row * cBytes;
      twoRows(k, x + row * xBytes, xBytes, four, wBytes, out, cBytes, scale, adds);
    }
    if (r < m) {
      const row = <usize>r;
      oneRow(k, x + row * xBytes, four, wBytes, target + row * cBytes, scale, adds);
    }
  }
  for (; n < columnTo; n++) {
    const one = w + <usize>n * wBytes;
    const target = c + ((<usize>n) << 2);
    for (let r = 0; r < m; r++) {
      const row = <usize>r;
      oneElement(k, x + row * xBytes, one, target + row * cBytes, alpha, adds);
    }
  }
}
