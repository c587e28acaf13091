// AdamW (Loshchilov and Hutter 2017, arXiv:1711.05101) and the sum that its clipping needs.
import { fma, loadPart, storePart } from "./math";
import { tileScratch } from "./scratch";

/**
 * g ← scale · g;  m ← β1 m + (1 − β1) g;  v ← β2 v + (1 − β2) g²;
 * w ← w − lr · (m · correction1 / (√(v · correction2) + ε) + weightDecay · w), correctionᵢ = 1 / (1 − βᵢᵗ).
 * w, g, m, v [elements], g itself unchanged. `from` is a multiple of 4, `to` need not be.
 */
export function adamw(
  w: usize,
  g: usize,
  m: usize,
  v: usize,
  learningRate: f32,
  beta1: f32,
  beta2: f32,
  correction1: f32,
  correction2: f32,
  epsilon: f32,
  weightDecay: f32,
  scale: f32,
  from: i32,
  to: i32,
): void {
  const rate = f32x4.splat(learningRate);
  const keep1 = f32x4.splat(beta1);
  const keep2 = f32x4.splat(beta2);
  const take1 = f32x4.splat(<f32>1 - beta1);
  const take2 = f32x4.splat(<f32>1 - beta2);
  const c1 = f32x4.splat(correction1);
  const c2 = f32x4.splat(correction2);
  const eps = f32x4.splat(epsilon);
  const decay = f32x4.splat(weightDecay);
  const clip = f32x4.splat(scale);
  const whole = from + ((to - from) & ~3);
  for (let i = from; i < whole; i += 4) {
    const o = (<usize>i) << 2;
    const weight = v128.load(w + o);
    const gradient = f32x4.mul(v128.load(g + o), clip);
    const first = f32x4.add(f32x4.mul(v128.load(m + o), keep1), f32x4.mul(gradient, take1));
    const squared = f32x4.mul(gradient, gradient);
    const second = f32x4.add(f32x4.mul(v128.load(v + o), keep2), f32x4.mul(squared, take2));
    const root = f32x4.sqrt(f32x4.mul(second, c2));
    const direction = f32x4.div(f32x4.mul(first, c1), f32x4.add(root, eps));
    v128.store(m + o, first);
    v128.store(v + o, second);
    v128.store(w + o, f32x4.sub(weight, f32x4.mul(rate, fma(weight, decay, direction))));
  }
  const rest = to - whole;
  if (rest > 0) {
    // The last few go through four of each in scratch.
    const o = (<usize>whole) << 2;
    const four = tileScratch();
    v128.store(four, loadPart(w + o, rest));
    v128.store(four, loadPart(g + o, rest), 16);
    v128.store(four, loadPart(m + o, rest), 32);
    v128.store(four, loadPart(v + o, rest), 48);
    adamw(
      four,
      four + 16,
      four + 32,
      four + 48,
      learningRate,
      beta1,
      beta2,
      correction1,
      correction2,
      epsilon,
      weightDecay,
      scale,
      0,
      4,
    );
    storePart(w + o, v128.load(four), rest);
    storePart(m + o, v128.load(four, 32), rest);
    storePart(v + o, v128.load(four, 48), rest);
  }
}

/** Σ x² in float64, so that only an element that is not finite makes it so. */
export function sumOfSquares(x: usize, count: i32): f64 {
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const four = v128.load(x + ((<usize>i) << 2));
    const a = f64x2.promote_low_f32x4(four);
    const b = f64x2.promote_low_f32x4(v128.shuffle<f32>(four, four, 2, 3, 2, 3));
    low = f64x2.add(low, f64x2.mul(a, a));
    high = f64x2.add(high, f64x2.mul(b, b));
  }
  const pairs = f64x2.add(low, high);
  let total = f64x2.extract_lane(pairs, 0) + f64x2.extract_lane(pairs, 1);
  for (; i < count; i++) {
    const value = <f64>load<f32>(x + ((<usize>i) << 2));
    total += value * value;
  }
  return total;
}
