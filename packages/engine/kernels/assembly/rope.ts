/**
 * Rotary positions (Su et al. 2021, arXiv:2104.09864) in the layout of Hugging Face's Llama: element i of a head's first
 * half is paired with element i of its second. x [rows, ld] in place; positions int32 [rows]; cosine and sine
 * [context, headSize / 2]. A rotation is undone, and its gradient taken, by the opposite angle: direction −1.
 * Range: rows.
 */
export function rope(
  heads: i32,
  headSize: i32,
  x: usize,
  ld: i32,
  positions: usize,
  cosine: usize,
  sine: usize,
  direction: f32,
  from: i32,
  to: i32,
): void {
  const half = headSize >> 1;
  const second = (<usize>half) << 2;
  const sign = f32x4.splat(direction);
  for (let r = from; r < to; r++) {
    const position = load<i32>(positions + ((<usize>r) << 2));
    const cosines = cosine + ((<usize>position * half) << 2);
    const sines = sine + ((<usize>position * half) << 2);
    for (let h = 0; h < heads; h++) {
      const head = x + ((<usize>r * ld + h * headSize) << 2);
      for (let i = 0; i < half; i += 4) {
        const o = (<usize>i) << 2;
        const c = v128.load(cosines + o);
        const s = f32x4.mul(v128.load(sines + o), sign);
        const u = v128.load(head + o);
        const v = v128.load(head + second + o);
        v128.store(head + o, f32x4.sub(f32x4.mul(u, c), f32x4.mul(v, s)));
        v128.store(head + second + o, f32x4.add(f32x4.mul(v, c), f32x4.mul(u, s)));
      }
    }
  }
}
