// Log probabilities of targets, and the entropies of the distributions they come from: logits [rows, ld] of which the first `vocabulary` columns count; targets int32 [rows].
import { exp, firstLanes, flush, greatest, loadPart, log } from "./math";

// @ts-ignore: decorator
@inline
function addTo(total: v128, v: v128): v128 {
  const high = f64x2.promote_low_f32x4(v128.shuffle<f32>(v, v, 2, 3, 2, 3));
  return f64x2.add(total, f64x2.add(f64x2.promote_low_f32x4(v), high));
}

/**
 * logits ← p = softmax(logits), and with x = logit − max and Z = Σ e^x
 *
 *     out [rows] = log p(target) = x(target) − ln Z
 *     entropies [rows] = −Σ p·ln p = ln Z − Σ e^x·x / Z
 *
 * The sums are in float64: over 150,000 columns float32 would lose what a ratio of policies is made of. Columns from
 * `vocabulary` to ld become zero, as do probabilities below 1e-20. Range: rows.
 */
export function logprobForward(
  vocabulary: i32,
  ld: i32,
  logits: usize,
  targets: usize,
  out: usize,
  entropies: usize,
  from: i32,
  to: i32,
): void {
  const whole = vocabulary & ~3;
  const rest = vocabulary - whole;
  for (let r = from; r < to; r++) {
    const row = logits + ((<usize>r * ld) << 2);
    const tail = row + ((<usize>whole) << 2);
    let maxima = f32x4.splat(-f32.MAX_VALUE);
    for (let i = 0; i < whole; i += 4) {
      maxima = f32x4.max(maxima, v128.load(row + ((<usize>i) << 2)));
    }
    let top = greatest(maxima);
    for (let i = 0; i < rest; i++) top = max(top, load<f32>(tail + ((<usize>i) << 2)));
    const target = load<f32>(row + ((<usize>load<i32>(targets + ((<usize>r) << 2))) << 2)) - top;

    const shift = f32x4.splat(top);
    let totals = f64x2.splat(0);
    let moments = f64x2.splat(0);
    for (let i = 0; i < whole; i += 4) {
      const o = row + ((<usize>i) << 2);
      const x = f32x4.sub(v128.load(o), shift);
      const e = exp(x);
      v128.store(o, e);
      totals = addTo(totals, e);
      moments = addTo(moments, f32x4.mul(e, x));
    }
    if (rest) {
      const x = f32x4.sub(loadPart(tail, rest), shift);
      const e = v128.and(exp(x), firstLanes(rest));
      v128.store(tail, e);
      totals = addTo(totals, e);
      moments = addTo(moments, f32x4.mul(e, x));
    }
    const total = f64x2.extract_lane(totals, 0) + f64x2.extract_lane(totals, 1);
    const moment = f64x2.extract_lane(moments, 0) + f64x2.extract_lane(moments, 1);
    const logTotal = log(total);
    store<f32>(out + ((<usize>r) << 2), <f32>(<f64>target - logTotal));
    store<f32>(entropies + ((<usize>r) << 2), <f32>max(0, logTotal - moment / total));

    const inverse = f32x4.splat(<f32>(1 / total));
    const used = (vocabulary + 3) & ~3;
    for (let i = 0; i < used; i += 4) {
      const o = row + ((<usize>i) << 2);
      v128.store(o, flush(f32x4.mul(v128.load(o), inverse)));
    }
    if (used < ld) memory.fill(row + ((<usize>used) << 2), 0, (<usize>(ld - used)) << 2);
  }
}

/**
 * p ← dL/dlogits = c · (onehot(target) − p), since ∂ log p(t) / ∂ logit_j = [j = t] − p_j; coefficients [rows] are
 * c = dL/dlogprob. Columns from `vocabulary` on are zero before and after. Range: rows.
 */
export function logprobBackward(
  vocabulary: i32,
  ld: i32,
  probabilities: usize,
  targets: usize,
  coefficients: usize,
  from: i32,
  to: i32,
): void {
  const used = (vocabulary + 3) & ~3;
  for (let r = from; r < to; r++) {
    const row = probabilities + ((<usize>r * ld) << 2);
    const c = load<f32>(coefficients + ((<usize>r) << 2));
    const negative = f32x4.splat(-c);
    for (let i = 0; i < used; i += 4) {
      const o = row + ((<usize>i) << 2);
      v128.store(o, f32x4.mul(v128.load(o), negative));
    }
    const target = row + ((<usize>load<i32>(targets + ((<usize>r) << 2))) << 2);
    store<f32>(target, load<f32>(target) + c);
  }
}
