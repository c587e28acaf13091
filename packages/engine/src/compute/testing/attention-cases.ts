import { cut } from "../cut.ts";
import type { KernelCase } from "./kernel-case.ts";
import { randomTensor } from "./random-tensor.ts";

interface Heads {
  readonly heads: number;
  readonly keyValueHeads: number;
  readonly headSize: number;
}

const of = (tensor: ArrayLike<number>, index: number): number => tensor[index] ?? Number.NaN;

function dot(a: ArrayLike<number>, from: number, b: ArrayLike<number>, at: number, n: number) {
  let sum = 0;
  for (let i = 0; i < n; i += 1) sum += of(a, from + i) * of(b, at + i);
  return sum;
}

function softmax(scores: readonly number[]): number[] {
  const top = Math.max(...scores);
  const exps = scores.map((score) => Math.exp(score - top));
  const total = exps.reduce((sum, e) => sum + e, 0);
  return exps.map((e) => e / total);
}

/** Attention over whole sequences, both directions, against loops over one query and one key at a time. */
export function attentionCases(s: Heads & { readonly lengths: readonly number[] }): KernelCase[] {
  const { lengths, heads, keyValueHeads, headSize } = s;
  const rows = lengths.reduce((sum, length) => sum + length, 0);
  const [ldq, ldk] = [heads * headSize, keyValueHeads * headSize];
  const [q, dO] = [randomTensor(rows * ldq, 1), randomTensor(rows * ldq, 2)];
  const [k, v] = [randomTensor(rows * ldk, 3), randomTensor(rows * ldk, 4)];
  const scale = 1 / Math.sqrt(headSize);

  const sequences = new Int32Array(lengths.length * 3);
  let [first, size] = [0, 0];
  for (const [index, length] of lengths.entries()) {
    sequences.set([first, length, size], index * 3);
    first += length;
    size += heads * length * Math.ceil(length / 4) * 4;
  }

  const o = new Float64Array(rows * ldq);
  const p = new Float64Array(size);
  const dQ = new Float64Array(rows * ldq);
  const [dK, dV] = [new Float64Array(rows * ldk), new Float64Array(rows * ldk)];
  for (const [index, length] of lengths.entries())
    for (let head = 0; head < heads; head += 1)
      for (let row = 0; row < length; row += 1) {
        const start = of(sequences, index * 3);
        const query = (start + row) * ldq + head * headSize;
        const group = Math.floor((head * keyValueHeads) / heads);
        const keyOf = (column: number): number => (start + column) * ldk + group * headSize;
        const columns = Array.from({ length: row + 1 }, (_, column) => column);
        const probabilities = softmax(
          columns.map((column) => dot(q, query, k, keyOf(column), headSize) * scale),
        );
        const ld = Math.ceil(length / 4) * 4;
        p.set(probabilities, of(sequences, index * 3 + 2) + (head * length + row) * ld);
        const dP = columns.map((column) => dot(dO, query, v, keyOf(column), headSize));
        const mean = dot(probabilities, 0, dP, 0, columns.length);
        for (const [column, probability] of probabilities.entries()) {
          const dS = probability * (of(dP, column) - mean) * scale;
          const key = keyOf(column);
          for (let i = 0; i < headSize; i += 1) {
            o[query + i] = of(o, query + i) + probability * of(v, key + i);
            dQ[query + i] = of(dQ, query + i) + dS * of(k, key + i);
            dK[key + i] = of(dK, key + i) + dS * of(q, query + i);
            dV[key + i] = of(dV, key + i) + probability * of(dO, query + i);
          }
        }
      }

  const name = `lengths ${lengths.join(" ")}, heads ${heads} of ${keyValueHeads} × ${headSize}`;
  const shape = [heads, keyValueHeads, headSize];
  return [
    {
      name,
      kernel: "attentionForward",
      tensors: { q, k, v, o: new Float32Array(o.length), p: new Float32Array(size), sequences },
      args: [...shape, "q", "k", "v", "o", "p", "sequences"],
      ranges: (parts) => cut(lengths.length * heads, parts, 1),
      wanted: { o, p },
    },
    {
      name,
      kernel: "attentionBackward",
      tensors: {
        q,
        k,
        v,
        p: unwritten(p, sequences, heads),
        dO,
        // What lies there before must not matter: gradients are written, not added.
        dQ: randomTensor(dQ.length, 5),
        dK: randomTensor(dK.length, 6),
        dV: randomTensor(dV.length, 7),
        dS: new Float32Array(size).fill(Number.NaN),
        sequences,
      },
      scratch: ["dS"],
      args: [...shape, "q", "k", "v", "p", "dO", "dQ", "dK", "dV", "sequences", "dS"],
      ranges: (parts) => cut(lengths.length * keyValueHeads, parts, 1),
      wanted: { dQ, dK, dV },
    },
  ];
}

/** Probabilities as a forward pass leaves them: past the end of a row's block of 48 nothing was written. */
function unwritten(p: Float64Array, sequences: Int32Array, heads: number): Float32Array {
  const copy = Float32Array.from(p);
  for (let index = 0; index < sequences.length; index += 3) {
    const length = of(sequences, index + 1);
    const ld = Math.ceil(length / 4) * 4;
    for (let row = 0; row < heads * length; row += 1) {
      const blockEnd = Math.min(length, (Math.floor((row % length) / 48) + 1) * 48);
      const start = of(sequences, index + 2) + row * ld;
      copy.fill(Number.NaN, start + Math.ceil(blockEnd / 4) * 4, start + ld);
    }
  }
  return copy;
}

/** Attention of single rows over paged keys and values, and the writing of those. */
export function pagedCases(
  s: Heads & { readonly seen: readonly number[]; readonly pageTokens: number },
): KernelCase[] {
  const { seen, pageTokens, heads, keyValueHeads, headSize } = s;
  const [ldq, ldk] = [heads * headSize, keyValueHeads * headSize];
  const layerFloats = 2 * pageTokens * ldk;
  const pageFloats = 2 * layerFloats;
  const pagesOf = seen.map((count) => Math.ceil(count / pageTokens));
  const pageCount = pagesOf.reduce((sum, count) => sum + count, 0);
  const pages = randomTensor(pageCount * pageFloats, 1);
  const q = randomTensor(seen.length * ldq, 2);
  const [k, v] = [randomTensor(seen.length * ldk, 3), randomTensor(seen.length * ldk, 4)];
  // Pages of a row lie backwards and the second layer is used: neither order nor layer may be taken for granted.
  const firstPage = pagesOf.map((_, row) => pagesOf.slice(0, row).reduce((sum, n) => sum + n, 0));
  const pageAt = (row: number, page: number): number =>
    of(firstPage, row) + of(pagesOf, row) - 1 - page;
  const keyAt = (row: number, position: number): number =>
    pageAt(row, Math.floor(position / pageTokens)) * pageFloats +
    layerFloats +
    (position % pageTokens) * ldk;

  const written = Float64Array.from(pages);
  const o = new Float64Array(q.length);
  for (const [row, count] of seen.entries()) {
    const key = keyAt(row, count - 1);
    written.set(k.subarray(row * ldk, (row + 1) * ldk), key);
    written.set(v.subarray(row * ldk, (row + 1) * ldk), key + pageTokens * ldk);
    for (let head = 0; head < heads; head += 1) {
      const query = row * ldq + head * headSize;
      const column = Math.floor((head * keyValueHeads) / heads) * headSize;
      const scores = Array.from(
        { length: count },
        (_, t) => dot(q, query, pages, keyAt(row, t) + column, headSize) / Math.sqrt(headSize),
      );
      for (const [t, probability] of softmax(scores).entries())
        for (let i = 0; i < headSize; i += 1) {
          const value = keyAt(row, t) + pageTokens * ldk + column + i;
          o[query + i] = of(o, query + i) + probability * of(pages, value);
        }
    }
  }

  const name = `${seen.join(" ")} positions seen, heads ${heads} of ${keyValueHeads} × ${headSize}`;
  const shared = {
    name,
    scratch: ["rows", "tables"],
    prepare: (memory, at) => {
      for (const [row, count] of seen.entries()) {
        const table = at("tables") + of(firstPage, row) * 4;
        for (let page = 0; page < of(pagesOf, row); page += 1)
          memory.ints(table + page * 4, 1)[0] = at("pages") + pageAt(row, page) * pageFloats * 4;
        memory.ints(at("rows") + row * 8, 2).set([table, count]);
      }
    },
  } satisfies Pick<KernelCase, "name" | "scratch" | "prepare">;
  const tables = { rows: new Int32Array(seen.length * 2), tables: new Int32Array(pageCount) };
  return [
    {
      ...shared,
      kernel: "attentionDecode",
      tensors: { q, pages, o: new Float32Array(o.length), ...tables },
      args: [heads, keyValueHeads, headSize, "q", pageTokens, layerFloats * 4, "o", "rows"],
      ranges: (parts) => cut(seen.length * keyValueHeads, parts, 1),
      wanted: { o },
    },
    {
      ...shared,
      kernel: "cacheWrite",
      tensors: { k, v, pages, ...tables },
      args: [ldk, "k", "v", pageTokens, layerFloats * 4, "rows"],
      ranges: (parts) => cut(seen.length, parts, 1),
      wanted: { pages: written },
      tolerance: 0,
    },
  ];
}
