// Causal attention over whole sequences: o = softmax(q kᵀ / √headSize) v (Vaswani et al. 2017, arXiv:1706.03762), heads
// in groups that share a key-value head (Ainslie et al. 2023, arXiv:2305.13245).
//
// q, o [rows, heads · headSize], k, v [rows, keyValueHeads · headSize]; sequences int32 [count, 3]: first row, length T,
// offset in floats of its probabilities in p; those are [heads, T, ld] with ld = T rounded up to 4.
//
// Both directions go over blocks of query rows, since past a block's last row everything is zero. So of p's row r only
// the columns up to the end of its block are written, and read.
import { matmul } from "./matmul";
import { softmaxRow, softmaxRowBackward } from "./softmax";

const BLOCK: i32 = 48;

// @ts-ignore: decorator
@inline
function ceilFour(n: i32): i32 {
  return (n + 3) & ~3;
}

// @ts-ignore: decorator
@inline
function at(base: usize, ld: i32, row: i32, column: i32): usize {
  return base + ((<usize>row * ld + column) << 2);
}

// @ts-ignore: decorator
@inline
function probabilities(p: usize, offset: i32, head: i32, length: i32, ld: i32): usize {
  return p + ((<usize>(<u32>offset) + <usize>head * length * ld) << 2);
}

/** Range: sequence × head. */
export function attentionForward(
  heads: i32,
  keyValueHeads: i32,
  headSize: i32,
  q: usize,
  k: usize,
  v: usize,
  o: usize,
  p: usize,
  sequences: usize,
  from: i32,
  to: i32,
): void {
  const group = heads / keyValueHeads;
  const ldq = heads * headSize;
  const ldk = keyValueHeads * headSize;
  const scale: f32 = <f32>1.0 / Mathf.sqrt(<f32>headSize);
  for (let item = from; item < to; item++) {
    const head = item % heads;
    const sequence = sequences + <usize>(item / heads) * 12;
    const first = load<i32>(sequence);
    const length = load<i32>(sequence, 4);
    const ld = ceilFour(length);
    const pHead = probabilities(p, load<i32>(sequence, 8), head, length, ld);
    const qHead = at(q, ldq, first, head * headSize);
    const oHead = at(o, ldq, first, head * headSize);
    const kHead = at(k, ldk, first, (head / group) * headSize);
    const vHead = at(v, ldk, first, (head / group) * headSize);
    for (let row = 0; row < length; row += BLOCK) {
      const end = min(length, row + BLOCK);
      // scores [row..end, 0..end] = q kᵀ
      matmul(headSize, qHead, ldq, 0, kHead, ldk, 1, pHead, ld, 0, 1, row, end, 0, end);
      for (let r = row; r < end; r++) softmaxRow(at(pHead, ld, r, 0), r + 1, ceilFour(end), scale);
      // o [row..end] = p v
      matmul(end, pHead, ld, 0, vHead, ldk, 0, oHead, ldq, 0, 1, row, end, 0, headSize);
    }
  }
}

/**
 * dv = pᵀ do;  dp = do vᵀ;  ds = p · (dp − Σ_row p · dp) / √headSize;  dq = ds k;  dk = dsᵀ q. Writes dq, dk and dv; dk
 * and dv sum over the heads of a group, which is why the range is sequence × key-value head.
 */
export function attentionBackward(
  heads: i32,
  keyValueHeads: i32,
  headSize: i32,
  q: usize,
  k: usize,
  v: usize,
  p: usize,
  dO: usize,
  dQ: usize,
  dK: usize,
  dV: usize,
  sequences: usize,
  dS: usize,
  from: i32,
  to: i32,
): void {
  const group = heads / keyValueHeads;
  const ldq = heads * headSize;
  const ldk = keyValueHeads * headSize;
  const scale: f32 = <f32>1.0 / Mathf.sqrt(<f32>headSize);
  for (let item = from; item < to; item++) {
    const keyValueHead = item % keyValueHeads;
    const sequence = sequences + <usize>(item / keyValueHeads) * 12;
    const first = load<i32>(sequence);
    const length = load<i32>(sequence, 4);
    const offset = load<i32>(sequence, 8);
    const ld = ceilFour(length);
    const kHead = at(k, ldk, first, keyValueHead * headSize);
    const vHead = at(v, ldk, first, keyValueHead * headSize);
    const dkHead = at(dK, ldk, first, keyValueHead * headSize);
    const dvHead = at(dV, ldk, first, keyValueHead * headSize);
    for (let g = 0; g < group; g++) {
      const head = keyValueHead * group + g;
      const adds = g > 0 ? 1 : 0;
      const pHead = probabilities(p, offset, head, length, ld);
      const dsHead = probabilities(dS, offset, head, length, ld);
      const qHead = at(q, ldq, first, head * headSize);
      const dqHead = at(dQ, ldq, first, head * headSize);
      const doHead = at(dO, ldq, first, head * headSize);
      for (let row = 0; row < length; row += BLOCK) {
        const end = min(length, row + BLOCK);
        // dp [row..end, 0..end] = do vᵀ, over ceilFour columns: those past the end meet zeros of p
        const columns = ceilFour(end);
        fillColumns(dsHead, ld, row, end, end, columns);
        matmul(headSize, doHead, ldq, 0, vHead, ldk, 1, dsHead, ld, 0, 1, row, end, 0, end);
        for (let r = row; r < end; r++) {
          const dRow = at(dsHead, ld, r, 0);
          softmaxRowBackward(at(pHead, ld, r, 0), dRow, r + 1, columns, scale);
        }
        matmul(end, dsHead, ld, 0, kHead, ldk, 0, dqHead, ldq, 0, 1, row, end, 0, headSize);
      }
      for (let row = 0; row < length; row += BLOCK) {
        // Keys of this block are seen by the queries from its first row on.
        const end = min(length, row + BLOCK);
        const seen = length - row;
        const pSeen = at(pHead, ld, row, 0);
        const dsSeen = at(dsHead, ld, row, 0);
        const doSeen = at(doHead, ldq, row, 0);
        const qSeen = at(qHead, ldq, row, 0);
        matmul(seen, pSeen, ld, 1, doSeen, ldq, 0, dvHead, ldk, adds, 1, row, end, 0, headSize);
        matmul(seen, dsSeen, ld, 1, qSeen, ldq, 0, dkHead, ldk, adds, 1, row, end, 0, headSize);
      }
    }
  }
}

/** Zeros in rows rowFrom..rowTo, columns from..to. */
// @ts-ignore: decorator
@inline
function fillColumns(base: usize, ld: i32, rowFrom: i32, rowTo: i32, from: i32, to: i32): void {
  if (from == to) return;
  for (let r = rowFrom; r < rowTo; r++) {
    memory.fill(at(base, ld, r, from), 0, (<usize>(to - from)) << 2);
  }
}
