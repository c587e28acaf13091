import type { Vocabulary } from "../../tokenizer/vocabulary.ts";
import { type TokenTrie, tokenTrie } from "./token-trie.ts";

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
  readonly plain: TokenTrie;
  readonly others: TokenTrie;
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
    } else if (bytes.indexOf(0, start) === -1 || bytes.indexOf(0, start) >= end) others.push(token);
    else continue;
    longestToken = Math.max(longestToken, end - start);
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
    plain: tokenTrie(vocabulary, plain),
    others: tokenTrie(vocabulary, others),
  };
}

/** How many characters a token has, or 0 where it is not plain: whole characters of UTF-8, none that JSON escapes. */
function plainCharacters(bytes: Uint8Array, start: number, end: number): number {
  let characters = 0;
  for (let at = start; at < end; characters++) {
    const byte = bytes[at]!;
    if (byte < 0x20 || byte === 0x22 || byte === 0x5c || (byte >= 0x80 && byte < 0xc2)) return 0;
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0;
    if (length === 0 || at + length > end) return 0;
    for (let i = 1; i < length; i++) if ((bytes[at + i]! & 0xc0) !== 0x80) return 0;
    const second = bytes[at + 1]!;
    // No overlong forms, no surrogates, nothing above U+10FFFF (table 3-7 of the Unicode Standard).
    if (byte === 0xe0 && second < 0xa0) return 0;
    if (byte === 0xed && second > 0x9f) return 0;
    if (byte === 0xf0 && second < 0x90) return 0;
    if (byte === 0xf4 && second > 0x8f) return 0;
    at += length;
  }
  return characters;
}
