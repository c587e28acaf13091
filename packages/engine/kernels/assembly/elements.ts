// Element by element; `from` is a multiple of 4, `to` need not be.
import { loadPart, storePart } from "./math";

/** x += y */
export function add(x: usize, y: usize, from: i32, to: i32): void {
  let i = from;
  for (; i + 4 <= to; i += 4) {
    const o = (<usize>i) << 2;
    v128.store(x + o, f32x4.add(v128.load(x + o), v128.load(y + o)));
  }
  if (i < to) {
    const o = (<usize>i) << 2;
    storePart(x + o, f32x4.add(loadPart(x + o, to - i), loadPart(y + o, to - i)), to - i);
  }
}

/** x = value */
export function fill(x: usize, value: f32, from: i32, to: i32): void {
  const v = f32x4.splat(value);
  let i = from;
  for (; i + 4 <= to; i += 4) v128.store(x + ((<usize>i) << 2), v);
  if (i < to) storePart(x + ((<usize>i) << 2), v, to - i);
}
