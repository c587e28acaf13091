// Bias of a projection: y [rows, d] += b [d].

/** Range: rows. */
export function biasForward(d: i32, y: usize, bias: usize, from: i32, to: i32): void {
  for (let r = from; r < to; r++) {
    const row = y + ((<usize>r * d) << 2);
    for (let i = 0; i < d; i += 4) {
      const o = (<usize>i) << 2;
      v128.store(row + o, f32x4.add(v128.load(row + o), v128.load(bias + o)));
    }
  }
}

/** db [d] += Σ_rows dy [rows, d]. Range: columns, so that rows add in one order. */
export function biasBackward(
  rows: i32,
  d: i32,
  dy: usize,
  dBias: usize,
  from: i32,
  to: i32,
): void {
  for (let r = 0; r < rows; r++) {
    const row = dy + ((<usize>r * d) << 2);
    for (let i = from; i < to; i += 4) {
      const o = (<usize>i) << 2;
      v128.store(dBias + o, f32x4.add(v128.load(dBias + o), v128.load(row + o)));
    }
  }
}
