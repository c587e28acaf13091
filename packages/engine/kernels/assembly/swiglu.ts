// SwiGLU (Shazeer 2020, arXiv:2002.05202): y = silu(gate) · up with silu(g) = g · σ(g).
// Element by element; `from` is a multiple of 4, `to` need not be.
import { loadPart, sigmoid, storePart } from "./math";

// @ts-ignore: decorator
@inline
function forward(gate: v128, up: v128): v128 {
  return f32x4.mul(f32x4.mul(gate, sigmoid(gate)), up);
}

export function swigluForward(gate: usize, up: usize, y: usize, from: i32, to: i32): void {
  let i = from;
  for (; i + 4 <= to; i += 4) {
    const o = (<usize>i) << 2;
    v128.store(y + o, forward(v128.load(gate + o), v128.load(up + o)));
  }
  if (i < to) {
    const o = (<usize>i) << 2;
    const count = to - i;
    storePart(y + o, forward(loadPart(gate + o, count), loadPart(up + o, count)), count);
  }
}

/** dy · up · silu′(gate), with silu′(g) = σ(g) (1 + g (1 − σ(g))) */
// @ts-ignore: decorator
@inline
function gateGradient(gate: v128, up: v128, dy: v128, s: v128): v128 {
  const one = f32x4.splat(1);
  const slope = f32x4.mul(s, f32x4.add(one, f32x4.mul(gate, f32x4.sub(one, s))));
  return f32x4.mul(f32x4.mul(dy, up), slope);
}

/** gate ← dgate, up ← dup = dy · silu(gate). */
export function swigluBackward(gate: usize, up: usize, dy: usize, from: i32, to: i32): void {
  let i = from;
  for (; i + 4 <= to; i += 4) {
    const o = (<usize>i) << 2;
    const g = v128.load(gate + o);
    const d = v128.load(dy + o);
    const s = sigmoid(g);
    v128.store(gate + o, gateGradient(g, v128.load(up + o), d, s));
    v128.store(up + o, f32x4.mul(d, f32x4.mul(g, s)));
  }
  if (i < to) {
    const o = (<usize>i) << 2;
    const count = to - i;
    const g = loadPart(gate + o, count);
    const d = loadPart(dy + o, count);
    const s = sigmoid(g);
    storePart(gate + o, gateGradient(g, loadPart(up + o, count), d, s), count);
    storePart(up + o, f32x4.mul(d, f32x4.mul(g, s)), count);
  }
}
