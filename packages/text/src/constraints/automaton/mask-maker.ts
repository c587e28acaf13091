import { dead, type Machine } from "./machine.ts";
import { letterBytes } from "./letters.ts";
import { LetterSteps } from "./letter-steps.ts";
import { PlainRuns } from "./plain-runs.ts";
import { longestPlain, type PlainTrie, type TokenIndex } from "./token-index.ts";
import type { TokenTrie } from "./token-trie.ts";
import { boundary } from "../../tokenizer/utf8-position.ts";

/** Where at most so many plain tokens begin as they may, a walk over them is quicker than putting masks together. */
const maxWalked = 4096;
/** Tokens that are tried one by one; for more a walk, which shares their beginnings, is quicker. */
const maxTried = 8192;
/** Masks of the tokens in which none of some letters stands. */
const maxClassMasks = 64;

/**
 * Tells which tokens may follow a state of one grammar. Tokens with the same beginning are tried together by a walk over the tree
 * of their bytes. But most tokens are plain, and where a state allows plain texts by their letters and their length alone, as within
 * a JSON string or in a repetition of a class, ready masks are put together instead; and in the tree no token is looked at
 * below a node after which all plain characters are allowed.
 */
export class MaskMaker {
  readonly #machine: Machine;
  readonly #index: TokenIndex;
  readonly #steps: LetterSteps;
  readonly #runs: PlainRuns;
  /** [depth]: the states on the way from the root of a tree. */
  readonly #states: Int32Array;
  /** By the letters that are left out; least recently used first. */
  readonly #classMasks = new Map<string, Int32Array>();
  readonly #unsure: Int32Array;

  constructor(machine: Machine, index: TokenIndex) {
    this.#machine = machine;
    this.#index = index;
    this.#steps = new LetterSteps(machine);
    this.#runs = new PlainRuns(this.#steps, index.letterCounts);
    this.#states = new Int32Array(Math.max(index.plain.trie.depth, index.others.depth) + 1);
    this.#unsure = new Int32Array(index.maskWords);
  }

  /** Memory that is taken, about. */
  get bytes(): number {
    return this.#steps.bytes + 4 * this.#classMasks.size * this.#index.maskWords;
  }

  /** Writes the tokens that may follow a state, without end tokens: a bit for each. */
  write(state: number, words: Int32Array): void {
    if (!this.#writeByLetters(state, words)) this.#writePlain(state, words);
    this.#walk(this.#index.others, state, words);
  }

  /** Writes the plain tokens by their letters and lengths; false where too many would be left to try. */
  #writeByLetters(state: number, words: Int32Array): boolean {
    const { plainMasks, letterMasks, letterCounts, firstCounts } = this.#index;
    // Where few tokens begin as they may, the walk looks at no more than these.
    let begun = 0;
    for (const [letter, byte] of letterBytes.entries()) {
      if (this.#machine.after(state, byte) !== dead) begun += firstCounts[letter]!;
    }
    if (begun <= maxWalked) return false;
    const { length, isExact, outside, unsure } = this.#runs.of(state);
    if (unsure.some((letter) => letterCounts[letter]! > maxTried)) return false;
    const all = plainMasks[longestPlain]!;
    const some = plainMasks[length]!;
    const inside = this.#withoutLetters(outside);
    const isLonger = !isExact && length < longestPlain;
    if (!isLonger && unsure.length === 0) {
      for (let i = 0; i < inside.length; i++) words[i] = some[i]! & inside[i]!;
      return true;
    }
    const tried = this.#unsure;
    for (let i = 0; i < tried.length; i++) tried[i] = isLonger ? all[i]! & ~some[i]! : 0;
    for (const letter of unsure) {
      const mask = letterMasks[letter]!;
      for (let i = 0; i < tried.length; i++) tried[i]! |= mask[i]!;
    }
    let count = 0;
    for (let i = 0; i < tried.length; i++) {
      tried[i]! &= inside[i]!;
      if (tried[i] !== 0) count += bitsOf(tried[i]!);
    }
    if (count > maxTried) return false;
    for (let i = 0; i < tried.length; i++) words[i] = some[i]! & inside[i]! & ~tried[i]!;
    for (let i = 0; i < tried.length; i++) {
      for (let left = tried[i]!; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        if (this.#isAllowed(state, 32 * i + bit)) words[i]! |= 1 << bit;
      }
    }
    return true;
  }

  #isAllowed(start: number, token: number): boolean {
    const { bytes, offsets } = this.#index.vocabulary;
    let state = start;
    for (let i = offsets[token]!; i < offsets[token + 1]! && state !== dead; i++) {
      state = this.#machine.step(state, bytes[i]!);
    }
    return state !== dead;
  }

  /** The plain tokens in which none of some letters stands. */
  #withoutLetters(letters: readonly number[]): Int32Array {
    const key = letters.join(" ");
    let mask = this.#classMasks.get(key);
    if (mask === undefined) {
      mask = this.#index.plainMasks[longestPlain]!.slice();
      for (const letter of letters) {
        const without = this.#index.letterMasks[letter]!;
        for (let i = 0; i < mask.length; i++) mask[i]! &= ~without[i]!;
      }
    } else this.#classMasks.delete(key);
    this.#classMasks.set(key, mask);
    if (this.#classMasks.size > maxClassMasks) {
      const [oldest] = this.#classMasks.keys();
      this.#classMasks.delete(oldest!);
    }
    return mask;
  }

  /** Writes the plain tokens by a walk: either adds what is allowed to none, or takes what is not from all. */
  #writePlain(state: number, words: Int32Array): void {
    const takesAway = this.#isMostlyOpen(state);
    words.set(this.#index.plainMasks[takesAway ? longestPlain : 0]!);
    this.#walkPlain(this.#index.plain, state, words, takesAway);
  }

  #walk(trie: TokenTrie, start: number, words: Int32Array): void {
    const { bytes, depths, after, tokens, twins } = trie;
    const hasTwins = twins.size > 0;
    const machine = this.#machine;
    const { classOf, classes } = machine.network;
    const states = this.#states;
    states[0] = start;
    let next = machine.transitions(start);
    for (let node = 0; node < bytes.length;) {
      const depth = depths[node]!;
      const state = next[states[depth - 1]! * classes + classOf[bytes[node]!]!]!;
      if (state === dead) {
        node = after[node]!;
        continue;
      }
      const token = tokens[node]!;
      if (token !== -1) {
        words[token >>> 5]! |= 1 << (token & 31);
        const others = hasTwins ? twins.get(token) : undefined;
        if (others !== undefined) {
          for (const twin of others) words[twin >>> 5]! |= 1 << (twin & 31);
        }
      }
      if (after[node]! > node + 1) {
        states[depth] = state;
        next = machine.transitions(state);
      }
      node++;
    }
  }

  #walkPlain(plain: PlainTrie, start: number, words: Int32Array, takesAway: boolean): void {
    const { bytes, depths, after } = plain.trie;
    const { positions, heights, firstToken, order } = plain;
    const machine = this.#machine;
    const { classOf, classes } = machine.network;
    const states = this.#states;
    states[0] = start;
    let next = machine.transitions(start);
    for (let node = 0; node < bytes.length;) {
      const depth = depths[node]!;
      const end = after[node]!;
      const state = next[states[depth - 1]! * classes + classOf[bytes[node]!]!]!;
      const isLeaf = end === node + 1;
      let isOpen = isLeaf && state !== dead;
      // Within a character it is not worth the question: its end comes soon.
      if (state !== dead && !isLeaf && positions[node] === boundary) {
        isOpen = this.#runs.openAfter(state) >= heights[node]!;
        next = machine.transitions(start);
      }
      if (isOpen || state === dead) {
        if (isOpen !== takesAway) set(words, order, firstToken[node]!, firstToken[end]!, isOpen);
        node = end;
        continue;
      }
      if (!takesAway) set(words, order, firstToken[node]!, firstToken[node + 1]!, true);
      states[depth] = state;
      next = machine.transitions(state);
      node++;
    }
  }

  /** Whether of the plain tokens whose first byte decides more are allowed than not. */
  #isMostlyOpen(start: number): boolean {
    const { trie, positions, heights, firstToken } = this.#index.plain;
    let balance = 0;
    for (let node = 0; node < trie.bytes.length; node = trie.after[node]!) {
      const state = this.#machine.after(start, trie.bytes[node]!);
      const tokens = firstToken[trie.after[node]!]! - firstToken[node]!;
      if (state === dead) balance -= tokens;
      else if (this.#runs.openWithin(state, positions[node]!) >= heights[node]!) balance += tokens;
    }
    return balance > 0;
  }
}

function set(
  words: Int32Array,
  order: Int32Array,
  from: number,
  to: number,
  isAllowed: boolean,
): void {
  if (isAllowed) {
    for (let i = from; i < to; i++) words[order[i]! >>> 5]! |= 1 << (order[i]! & 31);
  } else {
    for (let i = from; i < to; i++) words[order[i]! >>> 5]! &= ~(1 << (order[i]! & 31));
  }
}

/** How many bits are set (Hacker's Delight, §5-1). */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
