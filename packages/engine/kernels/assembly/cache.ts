// Keys and values kept in pages, and the attention of single rows over them.
//
// rows int32 [count, 2]: pointer of the row's page table, and how many positions the row sees, its own included. A page
// table is int32 pointers of pages, each holding `pageTokens` positions of a sequence. A layer's part of a page starts
// `layerOffset` bytes into it: keys [pageTokens, keyValueHeads · headSize], then values alike.
import { fma, sum } from "./math";
import { rightScratch } from "./scratch";
import { softmaxRow } from "./softmax";

// @ts-ignore: decorator
@inline
function pageOf(table: usize, page: i32, layerOffset: i32): usize {
  return <usize>load<u32>(table + ((<usize>page) << 2)) + <usize>(<u32>layerOffset);
}

/** k, v [rows, dimension] of each row to the last position that it sees. Range: rows. */
export function cacheWrite(
  dimension: i32,
  k: usize,
  v: usize,
  pageTokens: i32,
  layerOffset: i32,
  rows: usize,
  from: i32,
  to: i32,
): void {
  const bytes = (<usize>dimension) << 2;
  for (let r = from; r < to; r++) {
    const row = rows + ((<usize>r) << 3);
    const position = load<i32>(row, 4) - 1;
    const page = pageOf(<usize>load<u32>(row), position / pageTokens, layerOffset);
    const key = page + <usize>(position % pageTokens) * bytes;
    memory.copy(key, k + <usize>r * bytes, bytes);
    memory.copy(key + <usize>pageTokens * bytes, v + <usize>r * bytes, bytes);
  }
}

/** scores [count] = q · key of each position of a page. */
// @ts-ignore: decorator
@inline
function scorePage(
  q: usize,
  keys: usize,
  ldBytes: usize,
  headSize: i32,
  count: i32,
  scores: usize,
): void {
  for (let t = 0; t < count; t++) {
    let even = f32x4.splat(0);
    let odd = even;
    for (let i = 0; i < headSize; i += 8) {
      const o = (<usize>i) << 2;
      even = fma(v128.load(q + o), v128.load(keys + o), even);
      odd = fma(v128.load(q + o, 16), v128.load(keys + o, 16), odd);
    }
    store<f32>(scores, sum(f32x4.add(even, odd)));
    keys += ldBytes;
    scores += 4;
  }
}

/** o [width] = Σ_t p_t · value_t over all pages, for 8 or 16 columns of a head; positions add in order. */
// @ts-ignore: decorator
@inline
function mixValues(
  table: usize,
  valueOffset: i32,
  column: usize,
  ldBytes: usize,
  pageTokens: i32,
  positions: i32,
  probabilities: usize,
  o: usize,
  isWide: bool,
): void {
  let a = f32x4.splat(0);
  let b = a;
  let c = a;
  let d = a;
  let page = 0;
  for (let start = 0; start < positions; start += pageTokens) {
    let value = pageOf(table, page, valueOffset) + column;
    const end = min(positions, start + pageTokens);
    for (let t = start; t < end; t++) {
      const p = v128.load32_splat(probabilities + ((<usize>t) << 2));
      a = fma(p, v128.load(value), a);
      b = fma(p, v128.load(value, 16), b);
      if (isWide) {
        c = fma(p, v128.load(value, 32), c);
        d = fma(p, v128.load(value, 48), d);
      }
      value += ldBytes;
    }
    page += 1;
  }
  v128.store(o, a);
  v128.store(o, b, 16);
  if (isWide) {
    v128.store(o, c, 32);
    v128.store(o, d, 48);
  }
}

/** q, o [rows, heads · headSize]. Range: row × key-value head. */
export function attentionDecode(
  heads: i32,
  keyValueHeads: i32,
  headSize: i32,
  q: usize,
  pageTokens: i32,
  layerOffset: i32,
  o: usize,
  rows: usize,
  from: i32,
  to: i32,
): void {
  const group = heads / keyValueHeads;
  const ldBytes = (<usize>(keyValueHeads * headSize)) << 2;
  const valueOffset = layerOffset + pageTokens * <i32>ldBytes;
  const scale: f32 = <f32>1.0 / Mathf.sqrt(<f32>headSize);
  const scores = rightScratch();
  for (let item = from; item < to; item++) {
    const r = item / keyValueHeads;
    const keyValueHead = item % keyValueHeads;
    const table = <usize>load<u32>(rows + ((<usize>r) << 3));
    const positions = load<i32>(rows + ((<usize>r) << 3), 4);
    const headBytes = (<usize>(keyValueHead * headSize)) << 2;
    for (let g = 0; g < group; g++) {
      const head = (<usize>(r * heads + keyValueHead * group + g) * headSize) << 2;
      let page = 0;
      for (let start = 0; start < positions; start += pageTokens) {
        const keys = pageOf(table, page, layerOffset) + headBytes;
        const count = min(pageTokens, positions - start);
        scorePage(q + head, keys, ldBytes, headSize, count, scores + ((<usize>start) << 2));
        page += 1;
      }
      softmaxRow(scores, positions, (positions + 3) & ~3, scale);
      let i = 0;
      for (; i + 16 <= headSize; i += 16) {
        const column = (<usize>i) << 2;
        const out = o + head + column;
        mixValues(table, valueOffset, headBytes + column, ldBytes, pageTokens, positions, scores, out, true);
      }
      if (i < headSize) {
        const column = (<usize>i) << 2;
        const out = o + head + column;
        mixValues(table, valueOffset, headBytes + column, ldBytes, pageTokens, positions, scores, out, false);
      }
    }
  }
}
