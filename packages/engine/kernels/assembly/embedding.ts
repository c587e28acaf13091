// Embedding: x [rows, d] = e [vocabulary, d] at tokens int32 [rows].

/** Range: rows. */
export function embeddingForward(
  d: i32,
  e: usize,
  tokens: usize,
  x: usize,
  from: i32,
  to: i32,
): void {
  const bytes = (<usize>d) << 2;
  for (let r = from; r < to; r++) {
    const token = load<i32>(tokens + ((<usize>r) << 2));
    memory.copy(x + <usize>r * bytes, e + <usize>token * bytes, bytes);
  }
}

/** de[token] += dx. Range: columns, so that rows of equal tokens add in one order. */
export function embeddingBackward(
  rows: i32,
  d: i32,
  de: usize,
  tokens: usize,
  dx: usize,
  from: i32,
  to: i32,
): void {
  for (let r = 0; r < rows; r++) {
    const deRow = de + ((<usize>load<i32>(tokens + ((<usize>r) << 2)) * d) << 2);
    const dxRow = dx + ((<usize>r * d) << 2);
    for (let i = from; i < to; i += 4) {
      const o = (<usize>i) << 2;
      v128.store(deRow + o, f32x4.add(v128.load(deRow + o), v128.load(dxRow + o)));
    }
  }
}
