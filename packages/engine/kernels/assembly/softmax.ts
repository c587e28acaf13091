// Softmax of one row of attention scores.
import { exp, firstLanes, flush, greatest, sum } from "./math";

/**
 * row [capacity] in place: the first `count` become softmax(scale · row), the rest of `capacity`, a multiple of 4, zero.
 * Probabilities below 1e-20 are zero.
 */
export function softmaxRow(row: usize, count: i32, capacity: i32, scale: f32): void {
  const factor = f32x4.splat(scale);
  const whole = count & ~3;
  const used = (count + 3) & ~3;
  let maxima = f32x4.splat(-f32.MAX_VALUE);
  for (let i = 0; i < whole; i += 4) {
    const o = row + ((<usize>i) << 2);
    const scaled = f32x4.mul(v128.load(o), factor);
    v128.store(o, scaled);
    maxima = f32x4.max(maxima, scaled);
  }
  const present = firstLanes(count - whole);
  const tail = row + ((<usize>whole) << 2);
  if (whole < used) {
    const scaled = f32x4.mul(v128.load(tail), factor);
    v128.store(tail, scaled);
    maxima = f32x4.max(maxima, v128.bitselect(scaled, maxima, present));
  }

  const shift = f32x4.splat(greatest(maxima));
  let totals = f32x4.splat(0);
  for (let i = 0; i < whole; i += 4) {
    const o = row + ((<usize>i) << 2);
    const e = exp(f32x4.sub(v128.load(o), shift));
    v128.store(o, e);
    totals = f32x4.add(totals, e);
  }
  if (whole < used) {
    const e = v128.and(exp(f32x4.sub(v128.load(tail), shift)), present);
    v128.store(tail, e);
    totals = f32x4.add(totals, e);
  }

  const inverse = f32x4.splat(<f32>1.0 / sum(totals));
  for (let i = 0; i < used; i += 4) {
    const o = row + ((<usize>i) << 2);
    v128.store(o, flush(f32x4.mul(v128.load(o), inverse)));
  }
  clear(row, used, capacity);
}

/** dS [capacity] from dP in place: scale · p · (dP − Σ p · dP) over the first `count`, zero over the rest. */
export function softmaxRowBackward(
  p: usize,
  dRow: usize,
  count: i32,
  capacity: i32,
  scale: f32,
): void {
  const used = (count + 3) & ~3;
  let dots = f32x4.splat(0);
  for (let i = 0; i < used; i += 4) {
    const o = (<usize>i) << 2;
    // p is zero past `count`, and dP is finite there: it was computed, not left over.
    dots = f32x4.add(dots, f32x4.mul(v128.load(p + o), v128.load(dRow + o)));
  }
  const dot = f32x4.splat(sum(dots));
  const factor = f32x4.splat(scale);
  for (let i = 0; i < used; i += 4) {
    const o = (<usize>i) << 2;
    const change = f32x4.mul(v128.load(p + o), f32x4.sub(v128.load(dRow + o), dot));
    v128.store(dRow + o, f32x4.mul(change, factor));
  }
  clear(dRow, used, capacity);
}

/** Rows are short: a loop is faster than the call that memory.fill is. */
// @ts-ignore: decorator
@inline
function clear(row: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i += 4) v128.store(row + ((<usize>i) << 2), f32x4.splat(0));
}
