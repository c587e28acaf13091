import type { Vocabulary } from "../../tokenizer/vocabulary.ts";

/**
 * The bytes of some tokens as a tree, in the order in which a walk from the root meets its nodes: each node is followed by what
 * is below it, so that a walk that need not go below a node goes on at `after`.
 */
export interface TokenTrie {
  /** [nodes]: the byte that leads to a node. */
  readonly bytes: Uint8Array;
  /** [nodes]: how many bytes lead to it, from 1 on. */
  readonly depths: Uint16Array;
  /** [nodes]: the first node that is not below it. */
  readonly after: Int32Array;
  /** [nodes]: the token that ends at it, or -1. */
  readonly tokens: Int32Array;
  /** Tokens with the bytes of another: by the one that stands in the tree. */
  readonly twins: ReadonlyMap<number, readonly number[]>;
  /** The largest depth. */
  readonly depth: number;
}

/** @param ids tokens of the vocabulary with at least one byte each */
export function tokenTrie(vocabulary: Vocabulary, ids: readonly number[]): TokenTrie {
  const { bytes, offsets } = vocabulary;
  const order = sorted(vocabulary, ids);
  const twins = new Map<number, number[]>();
  const nodeBytes: number[] = [];
  const depths: number[] = [];
  const tokens: number[] = [];
  let depth = 0;
  let previous = -1;
  for (const id of order) {
    const start = offsets[id]!;
    const length = offsets[id + 1]! - start;
    const shared = previous === -1 ? 0 : sharedLength(vocabulary, previous, id);
    if (shared === length) {
      twins.set(previous, [...(twins.get(previous) ?? []), id]);
      continue;
    }
    for (let i = shared; i < length; i++) {
      nodeBytes.push(bytes[start + i]!);
      depths.push(i + 1);
      tokens.push(i === length - 1 ? id : -1);
    }
    depth = Math.max(depth, length);
    previous = id;
  }
  return {
    bytes: Uint8Array.from(nodeBytes),
    depths: Uint16Array.from(depths),
    after: endsBelow(depths, depth),
    tokens: Int32Array.from(tokens),
    twins,
    depth,
  };
}

/** For each node the next one that is at its depth or above. */
function endsBelow(depths: readonly number[], depth: number): Int32Array {
  const after = new Int32Array(depths.length);
  const open = new Int32Array(depth + 2);
  let last = 0;
  for (const [node, at] of depths.entries()) {
    for (let each = at; each <= last; each++) after[open[each]!] = node;
    open[at] = node;
    last = at;
  }
  for (let each = 1; each <= last; each++) after[open[each]!] = depths.length;
  return after;
}

/** The tokens in the order of their bytes. */
function sorted({ bytes, offsets }: Vocabulary, ids: readonly number[]): Int32Array {
  // The first six bytes as a number decide nearly always, and comparing numbers is quick.
  const keys = new Map<number, number>();
  for (const id of ids) {
    let key = 0;
    for (let i = 0; i < 6; i++) {
      const at = offsets[id]! + i;
      key = key * 257 + (at < offsets[id + 1]! ? bytes[at]! + 1 : 0);
    }
    keys.set(id, key);
  }
  return Int32Array.from(ids).sort((a, b) => {
    const difference = keys.get(a)! - keys.get(b)!;
    if (difference !== 0) return difference;
    const one = Buffer.from(
      bytes.buffer,
      bytes.byteOffset + offsets[a]!,
      offsets[a + 1]! - offsets[a]!,
    );
    const other = Buffer.from(
      bytes.buffer,
      bytes.byteOffset + offsets[b]!,
      offsets[b + 1]! - offsets[b]!,
    );
    return Buffer.compare(one, other) || a - b;
  });
}

function sharedLength({ bytes, offsets }: Vocabulary, a: number, b: number): number {
  const length = Math.min(offsets[a + 1]! - offsets[a]!, offsets[b + 1]! - offsets[b]!);
  let shared = 0;
  while (shared < length && bytes[offsets[a]! + shared] === bytes[offsets[b]! + shared]) shared++;
  return shared;
}
