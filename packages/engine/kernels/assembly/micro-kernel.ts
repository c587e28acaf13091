// The tile that all packed products are made of: 6 rows × 8 columns of an output in 12 registers, so that each load
// serves 4 to 6 multiplications (Goto and van de Geijn 2008, "Anatomy of High-Performance Matrix Multiplication").
import { fma } from "./math";

/** Rows of a tile: a panel of packed rows holds 6 floats for each k. */
export const ROWS: i32 = 6;
/** Columns of a tile: a panel of packed columns holds 8 floats for each k. */
export const COLUMNS: i32 = 8;

// @ts-ignore: decorator
@inline
function put(c: usize, left: v128, right: v128, accumulate: bool): void {
  if (accumulate) {
    v128.store(c, f32x4.add(v128.load(c), left));
    v128.store(c, f32x4.add(v128.load(c, 16), right), 16);
  } else {
    v128.store(c, left);
    v128.store(c, right, 16);
  }
}

/** c [6, 8] (rows `ldcBytes` apart) (+)= Σ_k rows [k, 6] · columns [k, 8], added in the order of k. */
export function multiplyTile(
  k: i32,
  rows: usize,
  columns: usize,
  c: usize,
  ldcBytes: usize,
  accumulate: bool,
): void {
  let a0 = f32x4.splat(0);
  let a1 = a0;
  let b0 = a0;
  let b1 = a0;
  let c0 = a0;
  let c1 = a0;
  let d0 = a0;
  let d1 = a0;
  let e0 = a0;
  let e1 = a0;
  let f0 = a0;
  let f1 = a0;
  for (let i = 0; i < k; i++) {
    const left = v128.load(columns);
    const right = v128.load(columns, 16);
    let row = v128.load32_splat(rows);
    a0 = fma(row, left, a0);
    a1 = fma(row, right, a1);
    row = v128.load32_splat(rows, 4);
    b0 = fma(row, left, b0);
    b1 = fma(row, right, b1);
    row = v128.load32_splat(rows, 8);
    c0 = fma(row, left, c0);
    c1 = fma(row, right, c1);
    row = v128.load32_splat(rows, 12);
    d0 = fma(row, left, d0);
    d1 = fma(row, right, d1);
    row = v128.load32_splat(rows, 16);
    e0 = fma(row, left, e0);
    e1 = fma(row, right, e1);
    row = v128.load32_splat(rows, 20);
    f0 = fma(row, left, f0);
    f1 = fma(row, right, f1);
    rows += 24;
    columns += 32;
  }
  put(c, a0, a1, accumulate);
  c += ldcBytes;
  put(c, b0, b1, accumulate);
  c += ldcBytes;
  put(c, c0, c1, accumulate);
  c += ldcBytes;
  put(c, d0, d1, accumulate);
  c += ldcBytes;
  put(c, e0, e1, accumulate);
  c += ldcBytes;
  put(c, f0, f1, accumulate);
}
