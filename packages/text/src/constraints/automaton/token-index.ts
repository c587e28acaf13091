import type { Vocabulary } from "../../tokenizer/vocabulary.ts";
import { letterBytes, letterOf } from "./letters.ts";
import { type TokenTrie, tokenTrie } from "./token-trie.ts";
import { boundary, noPosition, utf8After } from "../../tokenizer/utf8-position.ts";

/** Characters of a plain token; a longer one counts among the others. */
export const longestPlain = 24;

/**
 * The tokens of a vocabulary as masks need them. Most tokens of a large vocabulary are nothing but characters that may stand
 * between the quotes of a JSON string as they are ("plain"): whether a state allows all of them up to some length is found
 * without a look at any of them (see `MaskMaker`), so they have ready masks, and a tree apart from the others.
 */
export interface TokenIndex {
  readonly vocabulary: Vocabulary;
  /** Words of a mask, of 32 tokens each. */
  readonly maskWords: number;
  readonly longestToken: number;
  /** [characters]: the plain tokens of at most so many characters, as a mask; the last holds all. */
  readonly plainMasks: readonly Int32Array[];
  /** [letters]: the plain tokens in which a letter stands, as a mask. */
  readonly letterMasks: readonly Int32Array[];
  /** [letters]: how often a letter stands in plain tokens. */
  readonly letterCounts: Int32Array;
  /** [letters]: how many plain tokens begin with a letter. */
  readonly firstCounts: Int32Array;
  readonly plain: PlainTrie;
  readonly others: TokenTrie;
}

/** A tree of plain tokens, with what lets a walk settle all that is below a node at once. */
export interface PlainTrie {
  readonly trie: TokenTrie;
  /** [nodes]: where in a character a node stands. */
  readonly positions: Uint8Array;
  /** [nodes]: how many characters follow it at most, without the one that it stands in. */
  readonly heights: Uint8Array;
  /** The tokens as a walk meets them, each followed by its twins. */
  readonly order: Int32Array;
  /** [nodes + 1]: those at a node and below it are `order[firstToken[node] .. firstToken[after[node]]]`. */
  readonly firstToken: Int32Array;
}

/** Tokens without text, special ones among them, are in no tree: no grammar allows them. So are those with NUL. */
export function tokenIndex(vocabulary: Vocabulary): TokenIndex {
  const { size, bytes, offsets, isSpecial } = vocabulary;
  const maskWords = Math.ceil(size / 32);
  const plain: number[] = [];
  const others: number[] = [];
  const byLength: number[][] = Array.from({ length: longestPlain + 1 }, () => []);
  let longestToken = 1;
  for (let token = 0; token < size; token++) {
    const start = offsets[token]!;
    const end = offsets[token + 1]!;
    if (isSpecial[token] === 1 || start === end) continue;
    const characters = plainCharacters(bytes, start, end);
    if (characters > 0 && characters <= longestPlain) {
      plain.push(token);
      byLength[characters]!.push(token);
    } else if (bytes.subarray(start, end).includes(0)) continue;
    else others.push(token);
    longestToken = Math.max(longestToken, end - start);
  }
  const letterMasks = letterBytes.map(() => new Int32Array(maskWords));
  const letterCounts = new Int32Array(letterBytes.length);
  const firstCounts = new Int32Array(letterBytes.length);
  for (const token of plain) {
    firstCounts[letterOf[bytes[offsets[token]!]!]!]!++;
    for (let at = offsets[token]!; at < offsets[token + 1]!; at++) {
      const letter = letterOf[bytes[at]!]!;
      if (letter === -1) continue;
      letterMasks[letter]![token >>> 5]! |= 1 << (token & 31);
      letterCounts[letter]!++;
    }
  }
  const plainMasks: Int32Array[] = [];
  for (const tokens of byLength) {
    const mask = plainMasks.at(-1)?.slice() ?? new Int32Array(maskWords);
    for (const token of tokens) mask[token >>> 5]! |= 1 << (token & 31);
    plainMasks.push(mask);
  }
  return {
    vocabulary,
    maskWords,
    longestToken,
    plainMasks,
    letterMasks,
    letterCounts,
    firstCounts,
    plain: plainTrie(tokenTrie(vocabulary, plain)),
    others: tokenTrie(vocabulary, others),
  };
}

function plainTrie(trie: TokenTrie): PlainTrie {
  const { bytes, depths, after, tokens, twins } = trie;
  const nodes = bytes.length;
  const positions = new Uint8Array(nodes);
  const heights = new Uint8Array(nodes);
  const firstToken = new Int32Array(nodes + 1);
  const order: number[] = [];
  const path = new Int32Array(trie.depth + 1).fill(boundary);
  for (let node = 0; node < nodes; node++) {
    const depth = depths[node]!;
    positions[node] = path[depth] = utf8After(path[depth - 1]!, bytes[node]!);
    firstToken[node] = order.length;
    const token = tokens[node]!;
    if (token !== -1) order.push(token, ...(twins.get(token) ?? []));
  }
  firstToken[nodes] = order.length;
  // From the last node to the first: what is below a node comes after it.
  for (let node = nodes - 1; node >= 0; node--) {
    for (let child = node + 1; child < after[node]!; child = after[child]!) {
      const begins = positions[node] === boundary ? 1 : 0;
      heights[node] = Math.max(heights[node]!, heights[child]! + begins);
    }
  }
  return { trie, positions, heights, order: Int32Array.from(order), firstToken };
}

/** How many characters a token has, or 0 where it is not plain: whole characters of UTF-8, none that JSON escapes. */
function plainCharacters(bytes: Uint8Array, start: number, end: number): number {
  let characters = 0;
  let position = boundary;
  for (let at = start; at < end && position !== noPosition; at++) {
    const byte = bytes[at]!;
    if (position === boundary) {
      if (byte < 0x20 || byte === 0x22 || byte === 0x5c) return 0;
      characters++;
    }
    position = utf8After(position, byte);
  }
  return position === boundary ? characters : 0;
}
