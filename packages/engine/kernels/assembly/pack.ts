// Packing for the blocked product: panels of 6 rows or 8 columns, k after k, so that a tile reads both in order. What a
// panel lacks at an edge is filled with zeros.
import { COLUMNS, ROWS } from "./micro-kernel";

// @ts-ignore: decorator
@inline
function at(base: usize, ld: i32, row: i32, column: i32): usize {
  return base + ((<usize>row * ld + column) << 2);
}

/** op(a) [row..row+rows, k..k+depth] into panels of 6 rows; op(a)(m, k) is a[m, k], transposed a[k, m]. */
export function packRows(
  a: usize,
  lda: i32,
  transpose: bool,
  row: i32,
  rows: i32,
  k: i32,
  depth: i32,
  target: usize,
): void {
  const stride = (<usize>lda) << 2;
  for (let i = 0; i < rows; i += ROWS) {
    const present = min(ROWS, rows - i);
    if (present < ROWS) {
      const rowStep = transpose ? <usize>4 : stride;
      const kStep = transpose ? stride : <usize>4;
      let source = transpose ? at(a, lda, k, row + i) : at(a, lda, row + i, k);
      for (let p = 0; p < depth; p++) {
        for (let r = 0; r < ROWS; r++) {
          const value = r < present ? load<f32>(source + <usize>r * rowStep) : 0;
          store<f32>(target + ((<usize>r) << 2), value);
        }
        source += kStep;
        target += 24;
      }
    } else if (transpose) {
      let source = at(a, lda, k, row + i);
      for (let p = 0; p < depth; p++) {
        v128.store(target, v128.load(source));
        store<u64>(target, load<u64>(source, 16), 16);
        source += stride;
        target += 24;
      }
    } else {
      let row0 = at(a, lda, row + i, k);
      let row1 = row0 + stride;
      let row2 = row1 + stride;
      let row3 = row2 + stride;
      let row4 = row3 + stride;
      let row5 = row4 + stride;
      for (let p = 0; p < depth; p++) {
        store<f32>(target, load<f32>(row0));
        store<f32>(target, load<f32>(row1), 4);
        store<f32>(target, load<f32>(row2), 8);
        store<f32>(target, load<f32>(row3), 12);
        store<f32>(target, load<f32>(row4), 16);
        store<f32>(target, load<f32>(row5), 20);
        row0 += 4;
        row1 += 4;
        row2 += 4;
        row3 += 4;
        row4 += 4;
        row5 += 4;
        target += 24;
      }
    }
  }
}

/** Four rows of four floats at `source`, transposed, to `target`, whose rows are 32 bytes apart. */
// @ts-ignore: decorator
@inline
function transposeFour(source: usize, stride: usize, target: usize): void {
  const a = v128.load(source);
  const b = v128.load(source + stride);
  const c = v128.load(source + 2 * stride);
  const d = v128.load(source + 3 * stride);
  const ab01 = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const ab23 = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const cd01 = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const cd23 = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(target, v128.shuffle<f32>(ab01, cd01, 0, 1, 4, 5));
  v128.store(target, v128.shuffle<f32>(ab01, cd01, 2, 3, 6, 7), 32);
  v128.store(target, v128.shuffle<f32>(ab23, cd23, 0, 1, 4, 5), 64);
  v128.store(target, v128.shuffle<f32>(ab23, cd23, 2, 3, 6, 7), 96);
}

/** op(b) [k..k+depth, column..column+columns] into panels of 8 columns; op(b)(k, n) is b[k, n], transposed b[n, k]. */
export function packColumns(
  b: usize,
  ldb: i32,
  transpose: bool,
  k: i32,
  depth: i32,
  column: i32,
  columns: i32,
  target: usize,
): void {
  const stride = (<usize>ldb) << 2;
  for (let j = 0; j < columns; j += COLUMNS) {
    const present = min(COLUMNS, columns - j);
    if (present < COLUMNS) {
      const columnStep = transpose ? stride : <usize>4;
      const kStep = transpose ? <usize>4 : stride;
      let source = transpose ? at(b, ldb, column + j, k) : at(b, ldb, k, column + j);
      for (let p = 0; p < depth; p++) {
        for (let c = 0; c < COLUMNS; c++) {
          const value = c < present ? load<f32>(source + <usize>c * columnStep) : 0;
          store<f32>(target + ((<usize>c) << 2), value);
        }
        source += kStep;
        target += 32;
      }
    } else if (transpose) {
      let source = at(b, ldb, column + j, k);
      let p = 0;
      for (; p + 4 <= depth; p += 4) {
        transposeFour(source, stride, target);
        transposeFour(source + 4 * stride, stride, target + 16);
        source += 16;
        target += 128;
      }
      for (; p < depth; p++) {
        for (let c = 0; c < COLUMNS; c++) {
          store<f32>(target + ((<usize>c) << 2), load<f32>(source + <usize>c * stride));
        }
        source += 4;
        target += 32;
      }
    } else {
      let source = at(b, ldb, k, column + j);
      for (let p = 0; p < depth; p++) {
        v128.store(target, v128.load(source));
        v128.store(target, v128.load(source, 16), 16);
        source += stride;
        target += 32;
      }
    }
  }
}

/** `count` packed floats times alpha; a multiple of 2, as panels of 6 are. */
export function scalePacked(target: usize, count: i32, alpha: f32): void {
  const factor = f32x4.splat(alpha);
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const o = target + ((<usize>i) << 2);
    v128.store(o, f32x4.mul(v128.load(o), factor));
  }
  for (; i < count; i++) {
    const o = target + ((<usize>i) << 2);
    store<f32>(o, load<f32>(o) * alpha);
  }
}
