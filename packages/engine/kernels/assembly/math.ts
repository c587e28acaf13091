// Vectors of four floats.

/** a · b + c; fused into one rounding in the relaxed variant of the module. */
// @ts-ignore: decorator
@inline
export function fma(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

/** ((v0 + v1) + v2) + v3, in this order everywhere: results that must be equal bit for bit depend on it. */
// @ts-ignore: decorator
@inline
export function sum(v: v128): f32 {
  return (
    f32x4.extract_lane(v, 0) +
    f32x4.extract_lane(v, 1) +
    f32x4.extract_lane(v, 2) +
    f32x4.extract_lane(v, 3)
  );
}

/** [sum(a), sum(b), sum(c), sum(d)], bit for bit: a transposition, then additions in the order of `sum`. */
// @ts-ignore: decorator
@inline
export function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab01 = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const ab23 = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const cd01 = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const cd23 = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  let total = v128.shuffle<f32>(ab01, cd01, 0, 1, 4, 5);
  total = f32x4.add(total, v128.shuffle<f32>(ab01, cd01, 2, 3, 6, 7));
  total = f32x4.add(total, v128.shuffle<f32>(ab23, cd23, 0, 1, 4, 5));
  return f32x4.add(total, v128.shuffle<f32>(ab23, cd23, 2, 3, 6, 7));
}

/** The greatest of four. */
// @ts-ignore: decorator
@inline
export function greatest(v: v128): f32 {
  return max(
    max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
    max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
  );
}

/** The first 1, 2 or 3 floats at a pointer, the other lanes zero; reads no further. */
// @ts-ignore: decorator
@inline
export function loadPart(pointer: usize, count: i32): v128 {
  if (count == 1) return v128.load_zero<u32>(pointer);
  const pair = v128.load_zero<u64>(pointer);
  if (count == 2) return pair;
  return f32x4.replace_lane(pair, 2, load<f32>(pointer, 8));
}

/** Writes the first 1, 2 or 3 lanes, and nothing after them. */
// @ts-ignore: decorator
@inline
export function storePart(pointer: usize, v: v128, count: i32): void {
  store<f32>(pointer, f32x4.extract_lane(v, 0));
  if (count > 1) store<f32>(pointer, f32x4.extract_lane(v, 1), 4);
  if (count > 2) store<f32>(pointer, f32x4.extract_lane(v, 2), 8);
}

/** All bits set in the first `count` lanes. */
// @ts-ignore: decorator
@inline
export function firstLanes(count: i32): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count));
}

/**
 * eˣ within 2 units of the last place: x = n ln 2 + r, a polynomial of r, then n into the exponent. Coefficients and the
 * two-part ln 2: Cephes, `expf`. Below −87 it gives e⁻⁸⁷, above 88 it gives e⁸⁸; NaN stays NaN.
 */
// @ts-ignore: decorator
@inline
export function exp(x: v128): v128 {
  const clamped = f32x4.min(f32x4.max(x, f32x4.splat(-87.0)), f32x4.splat(88.0));
  const n = f32x4.nearest(f32x4.mul(clamped, f32x4.splat(1.44269504088896341)));
  let r = f32x4.sub(clamped, f32x4.mul(n, f32x4.splat(0.693359375)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(-2.1219444e-4)));
  let p = f32x4.splat(1.98756915e-4);
  p = fma(p, r, f32x4.splat(1.3981999507e-3));
  p = fma(p, r, f32x4.splat(8.3334519073e-3));
  p = fma(p, r, f32x4.splat(4.1665795894e-2));
  p = fma(p, r, f32x4.splat(1.6666665459e-1));
  p = fma(p, r, f32x4.splat(5.0000001201e-1));
  p = f32x4.add(fma(f32x4.mul(p, r), r, r), f32x4.splat(1.0));
  const scale = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return f32x4.mul(p, scale);
}

/**
 * Zero for what is below 1e-20, for values that are not negative; NaN stays NaN. Beside a 1 no float32 sum sees it, and
 * products with it would be subnormal, for which processors take a hundred times as long: a saturated model would hold
 * up all others.
 */
// @ts-ignore: decorator
@inline
export function flush(v: v128): v128 {
  return v128.andnot(v, f32x4.lt(v, f32x4.splat(1e-20)));
}

/** 1 / (1 + e⁻ˣ), zero below −46. */
// @ts-ignore: decorator
@inline
export function sigmoid(x: v128): v128 {
  const one = f32x4.splat(1);
  return flush(f32x4.div(one, f32x4.add(one, exp(f32x4.neg(x)))));
}

/**
 * ln x for a positive normal x: x = 2ⁿ m with m in [√½, √2), ln m = 2 artanh s with s = (m − 1) / (m + 1), as a series.
 * |s| < 0.172, so nine terms leave less than 1e-15.
 */
export function log(x: f64): f64 {
  const bits = reinterpret<u64>(x);
  let n = <i32>((bits >> 52) & 0x7ff) - 1023;
  let m = reinterpret<f64>((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    n += 1;
  }
  const s = (m - 1) / (m + 1);
  const s2 = s * s;
  let series: f64 = 0;
  for (let i = 17; i >= 1; i -= 2) series = series * s2 + 1 / <f64>i;
  return <f64>n * 0.6931471805599453 + 2 * s * series;
}
