// matmulRows for many rows: the four partial sums of its order are four passes of the micro-kernel over panels packed
// by k mod 4. Same operations, same order, same bits; each load serves more multiplications.
import { loadPart } from "./math";
import { COLUMNS, ROWS, multiplyTile } from "./micro-kernel";
import { LEFT_FLOATS, RIGHT_FLOATS, leftScratch, rightScratch, tileScratch } from "./scratch";

// Below these sizes reading w where it lies is faster (bench/parts/engine-kernels.ts).
const FEWEST_ROWS: i32 = 40;
const FEWEST_COLUMNS: i32 = 64;

// Small enough to stay in the second cache while all rows pass over it.
const COLUMN_FLOATS: i32 = 64 * 1024;
const ROW_FLOATS: i32 = 24 * 1024;

// @ts-ignore: decorator
@inline
function stepsOf(k: i32): i32 {
  return (k + 3) >> 2;
}

/** Whether packing pays, and one panel of all k fits into scratch. */
// @ts-ignore: decorator
@inline
export function shouldPack(m: i32, n: i32, k: i32): bool {
  const depth = stepsOf(k) * 4;
  const fits = depth * ROWS <= LEFT_FLOATS && depth * COLUMNS <= RIGHT_FLOATS;
  return fits && m >= FEWEST_ROWS && n >= FEWEST_COLUMNS;
}

// @ts-ignore: decorator
@inline
function fourOf(source: usize, count: i32): v128 {
  return count >= 4 ? v128.load(source) : loadPart(source, count);
}

/**
 * Four floats of four rows, transposed: lane j of the rows goes to target + j · passBytes. `count` below 4 reads so
 * many floats of each row, and zeros for the rest.
 */
// @ts-ignore: decorator
@inline
function spreadFour(
  row0: usize,
  row1: usize,
  row2: usize,
  row3: usize,
  count: i32,
  target: usize,
  passBytes: usize,
): void {
  const a = fourOf(row0, count);
  const b = fourOf(row1, count);
  const c = fourOf(row2, count);
  const d = fourOf(row3, count);
  const ab01 = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const ab23 = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const cd01 = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const cd23 = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(target, v128.shuffle<f32>(ab01, cd01, 0, 1, 4, 5));
  v128.store(target + passBytes, v128.shuffle<f32>(ab01, cd01, 2, 3, 6, 7));
  v128.store(target + 2 * passBytes, v128.shuffle<f32>(ab23, cd23, 0, 1, 4, 5));
  v128.store(target + 3 * passBytes, v128.shuffle<f32>(ab23, cd23, 2, 3, 6, 7));
}

/** Four floats of two rows, transposed: lane j of the two goes to target + j · passBytes. */
// @ts-ignore: decorator
@inline
function spreadTwo(row0: usize, row1: usize, count: i32, target: usize, passBytes: usize): void {
  const a = fourOf(row0, count);
  const b = fourOf(row1, count);
  const low = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const high = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  v128.store_lane<u64>(target, low, 0);
  v128.store_lane<u64>(target + passBytes, low, 1);
  v128.store_lane<u64>(target + 2 * passBytes, high, 0);
  v128.store_lane<u64>(target + 3 * passBytes, high, 1);
}

/** Rows from..to of x into panels [pass 4, step, 6]; past the last row the last is repeated, its results unused. */
function spreadRows(x: usize, ldxBytes: usize, from: i32, to: i32, k: i32, target: usize): void {
  const steps = stepsOf(k);
  const passBytes = <usize>steps * (ROWS << 2);
  const last = x + <usize>(to - 1) * ldxBytes;
  for (let r = from; r < to; r += ROWS) {
    let row0 = x + <usize>r * ldxBytes;
    let row1 = min(row0 + ldxBytes, last);
    let row2 = min(row1 + ldxBytes, last);
    let row3 = min(row2 + ldxBytes, last);
    let row4 = min(row3 + ldxBytes, last);
    let row5 = min(row4 + ldxBytes, last);
    let panel = target;
    for (let i = 0; i < k; i += 4) {
      spreadFour(row0, row1, row2, row3, k - i, panel, passBytes);
      spreadTwo(row4, row5, k - i, panel + 16, passBytes);
      row0 += 16;
      row1 += 16;
      row2 += 16;
      row3 += 16;
      row4 += 16;
      row5 += 16;
      panel += ROWS << 2;
    }
    target += 4 * passBytes;
  }
}

/** Rows from..to of w into panels [pass 4, step, 8]; past the last row the last is repeated, its results unused. */
function spreadColumns(w: usize, ldwBytes: usize, from: i32, to: i32, k: i32, target: usize): void {
  const steps = stepsOf(k);
  const passBytes = <usize>steps * (COLUMNS << 2);
  const last = w + <usize>(to - 1) * ldwBytes;
  for (let n = from; n < to; n += COLUMNS) {
    let row0 = w + <usize>n * ldwBytes;
    let row1 = min(row0 + ldwBytes, last);
    let row2 = min(row1 + ldwBytes, last);
    let row3 = min(row2 + ldwBytes, last);
    let row4 = min(row3 + ldwBytes, last);
    let row5 = min(row4 + ldwBytes, last);
    let row6 = min(row5 + ldwBytes, last);
    let row7 = min(row6 + ldwBytes, last);
    let panel = target;
    for (let i = 0; i < k; i += 4) {
      spreadFour(row0, row1, row2, row3, k - i, panel, passBytes);
      spreadFour(row4, row5, row6, row7, k - i, panel + 16, passBytes);
      row0 += 16;
      row1 += 16;
      row2 += 16;
      row3 += 16;
      row4 += 16;
      row5 += 16;
      row6 += 16;
      row7 += 16;
      panel += COLUMNS << 2;
    }
    target += 4 * passBytes;
  }
}

/** alpha · tile, onto the part of it that lies within c. */
function storeTile(
  tile: usize,
  c: usize,
  ldcBytes: usize,
  rows: i32,
  columns: i32,
  alpha: f32,
  accumulate: bool,
): void {
  const scale = f32x4.splat(alpha);
  for (let r = 0; r < rows; r++) {
    const source = tile + ((<usize>(r * COLUMNS)) << 2);
    const target = c + <usize>r * ldcBytes;
    let q = 0;
    for (; q + 4 <= columns; q += 4) {
      const o = (<usize>q) << 2;
      const product = f32x4.mul(v128.load(source + o), scale);
      v128.store(target + o, accumulate ? f32x4.add(v128.load(target + o), product) : product);
    }
    for (; q < columns; q++) {
      const o = (<usize>q) << 2;
      const product = load<f32>(source + o) * alpha;
      store<f32>(target + o, accumulate ? load<f32>(target + o) + product : product);
    }
  }
}

/** As matmulRows, where shouldPack says so. */
export function matmulRowsPacked(
  m: i32,
  k: i32,
  x: usize,
  ldx: i32,
  w: usize,
  ldw: i32,
  c: usize,
  ldc: i32,
  accumulate: bool,
  alpha: f32,
  columnFrom: i32,
  columnTo: i32,
): void {
  const steps = stepsOf(k);
  const depth = steps * 4;
  const ldxBytes = (<usize>ldx) << 2;
  const ldwBytes = (<usize>ldw) << 2;
  const ldcBytes = (<usize>ldc) << 2;
  const tile = tileScratch();
  const left = leftScratch();
  const right = rightScratch();
  const rowBlock = max(1, ROW_FLOATS / (depth * ROWS)) * ROWS;
  const columnBlock = max(1, COLUMN_FLOATS / (depth * COLUMNS)) * COLUMNS;
  const rowPass = <usize>steps * (ROWS << 2);
  const columnPass = <usize>steps * (COLUMNS << 2);
  const isPlain = alpha == 1.0 && !accumulate;
  for (let column = columnFrom; column < columnTo; column += columnBlock) {
    const columnEnd = min(columnTo, column + columnBlock);
    spreadColumns(w, ldwBytes, column, columnEnd, k, right);
    for (let row = 0; row < m; row += rowBlock) {
      const rowEnd = min(m, row + rowBlock);
      spreadRows(x, ldxBytes, row, rowEnd, k, left);
      let columns = right;
      for (let j = column; j < columnEnd; j += COLUMNS) {
        let rows = left;
        for (let i = row; i < rowEnd; i += ROWS) {
          const target = c + <usize>i * ldcBytes + ((<usize>j) << 2);
          const isWhole = isPlain && i + ROWS <= rowEnd && j + COLUMNS <= columnEnd;
          const out = isWhole ? target : tile;
          const outBytes = isWhole ? ldcBytes : <usize>(COLUMNS << 2);
          multiplyTile(steps, rows, columns, out, outBytes, false);
          multiplyTile(steps, rows + rowPass, columns + columnPass, out, outBytes, true);
          multiplyTile(steps, rows + 2 * rowPass, columns + 2 * columnPass, out, outBytes, true);
          multiplyTile(steps, rows + 3 * rowPass, columns + 3 * columnPass, out, outBytes, true);
          if (!isWhole) {
            const height = min(ROWS, rowEnd - i);
            storeTile(tile, target, ldcBytes, height, min(COLUMNS, columnEnd - j), alpha, accumulate);
          }
          rows += 4 * rowPass;
        }
        columns += 4 * columnPass;
      }
    }
  }
}
