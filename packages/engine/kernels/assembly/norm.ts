// RMSNorm (Zhang and Sennrich 2019, arXiv:1910.07467): y = x · rstd · w with rstd = 1 / √(mean(x²) + ε).
// x, y [rows, d], w [d], rstd [rows].
import { fma, sum } from "./math";

/** Range: rows. y may be x. */
export function rmsNormForward(
  d: i32,
  x: usize,
  w: usize,
  y: usize,
  rstd: usize,
  epsilon: f32,
  from: i32,
  to: i32,
): void {
  for (let r = from; r < to; r++) {
    const xRow = x + ((<usize>r * d) << 2);
    const yRow = y + ((<usize>r * d) << 2);
    let squares = f32x4.splat(0);
    for (let i = 0; i < d; i += 4) {
      const v = v128.load(xRow + ((<usize>i) << 2));
      squares = fma(v, v, squares);
    }
    const scale: f32 = <f32>1.0 / Mathf.sqrt(sum(squares) / <f32>d + epsilon);
    store<f32>(rstd + ((<usize>r) << 2), scale);
    const s = f32x4.splat(scale);
    for (let i = 0; i < d; i += 4) {
      const o = (<usize>i) << 2;
      v128.store(yRow + o, f32x4.mul(f32x4.mul(v128.load(xRow + o), s), v128.load(w + o)));
    }
  }
}

/** dx += w · dy · rstd − x · rstd³ / d · Σ_j dy_j · w_j · x_j. Range: rows. */
export function rmsNormBackward(
  d: i32,
  x: usize,
  w: usize,
  rstd: usize,
  dy: usize,
  dx: usize,
  from: i32,
  to: i32,
): void {
  for (let r = from; r < to; r++) {
    const offset = (<usize>r * d) << 2;
    const xRow = x + offset;
    const dyRow = dy + offset;
    const dxRow = dx + offset;
    let dots = f32x4.splat(0);
    for (let i = 0; i < d; i += 4) {
      const o = (<usize>i) << 2;
      dots = fma(f32x4.mul(v128.load(dyRow + o), v128.load(w + o)), v128.load(xRow + o), dots);
    }
    const scale = load<f32>(rstd + ((<usize>r) << 2));
    const s = f32x4.splat(scale);
    const c = f32x4.splat((sum(dots) * scale * scale * scale) / <f32>d);
    for (let i = 0; i < d; i += 4) {
      const o = (<usize>i) << 2;
      const straight = f32x4.mul(f32x4.mul(v128.load(dyRow + o), v128.load(w + o)), s);
      const change = f32x4.sub(straight, f32x4.mul(v128.load(xRow + o), c));
      v128.store(dxRow + o, f32x4.add(v128.load(dxRow + o), change));
    }
  }
}

/** dw += Σ_rows dy · x · rstd. Range: columns, so that rows add in one order. */
export function rmsNormBackwardWeight(
  rows: i32,
  d: i32,
  x: usize,
  rstd: usize,
  dy: usize,
  dw: usize,
  from: i32,
  to: i32,
): void {
  for (let r = 0; r < rows; r++) {
    const offset = (<usize>r * d) << 2;
    const s = f32x4.splat(load<f32>(rstd + ((<usize>r) << 2)));
    for (let i = from; i < to; i += 4) {
      const o = (<usize>i) << 2;
      const product = f32x4.mul(v128.load(dy + offset + o), v128.load(x + offset + o));
      v128.store(dw + o, fma(product, s, v128.load(dw + o)));
    }
  }
}
