import { dead, type Machine } from "./machine.ts";
import { longestPlain, type TokenIndex } from "./token-index.ts";
import type { TokenTrie } from "./token-trie.ts";

/** How many plain characters may follow a state, whichever they are. */
interface PlainRun {
  /** All plain texts of up to so many characters may follow. */
  readonly allowed: number;
  /** Whether no longer plain text may follow. */
  readonly isExact: boolean;
}

/** The bytes of plain characters: where each kind of character begins, and which bytes may come next. */
const asciiPlain: readonly number[] = Array.from({ length: 0x60 }, (_, i) => 0x20 + i).filter(
  (byte) => byte !== 0x22 && byte !== 0x5c,
);
const rest: readonly [number, number] = [0x80, 0xbf];
/** Table 3-7 of the Unicode Standard: the ranges of the bytes of a character beyond ASCII. */
const beyondAscii: readonly (readonly (readonly [number, number])[])[] = [
  [[0xc2, 0xdf], rest],
  [[0xe0, 0xe0], [0xa0, 0xbf], rest],
  [[0xe1, 0xec], rest, rest],
  [[0xed, 0xed], [0x80, 0x9f], rest],
  [[0xee, 0xef], rest, rest],
  [[0xf0, 0xf0], [0x90, 0xbf], rest, rest],
  [[0xf1, 0xf3], rest, rest, rest],
  [[0xf4, 0xf4], [0x80, 0x8f], rest, rest],
];

/**
 * Tells which tokens may follow a state of one grammar. Tokens with the same beginning are tried together by a walk over the tree
 * of their bytes. Where a state allows all plain characters for a while, as within a JSON string, the plain tokens come
 * from a ready mask instead, so that the walk is only over the others.
 */
export class MaskMaker {
  readonly #machine: Machine;
  readonly #index: TokenIndex;
  readonly #states: Int32Array;
  readonly #runs = new Map<number, PlainRun>();
  readonly #steps = new Map<number, number | null>();

  constructor(machine: Machine, index: TokenIndex) {
    this.#machine = machine;
    this.#index = index;
    this.#states = new Int32Array(Math.max(index.plain.depth, index.others.depth) + 1);
  }

  /** Writes the tokens that may follow a state, without end tokens: a bit for each. */
  write(state: number, words: Int32Array): void {
    const { plainMasks, plain, others, maskWords } = this.#index;
    const { allowed, isExact } = this.#plainRun(state);
    const ready = plainMasks[Math.min(allowed, longestPlain)]!;
    for (let i = 0; i < maskWords; i++) words[i] = ready[i]!;
    this.#walk(others, state, words);
    if (allowed < longestPlain && !isExact) this.#walk(plain, state, words);
  }

  #walk(trie: TokenTrie, start: number, words: Int32Array): void {
    const { bytes, depths, after, tokens, twins } = trie;
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
        if (twins.size > 0) this.#allowTwins(twins.get(token), words);
      }
      if (after[node]! > node + 1) {
        states[depth] = state;
        next = machine.transitions(state);
      }
      node++;
    }
  }

  #allowTwins(twins: readonly number[] | undefined, words: Int32Array): void {
    for (const token of twins ?? []) words[token >>> 5]! |= 1 << (token & 31);
  }

  #plainRun(state: number): PlainRun {
    const known = this.#runs.get(state);
    if (known !== undefined) return known;
    const run = this.#longestRun(state);
    this.#runs.set(state, run);
    return run;
  }

  #longestRun(start: number): PlainRun {
    let state = start;
    for (let allowed = 0; allowed < longestPlain; allowed++) {
      const next = this.#afterPlain(state);
      if (next === null) return { allowed, isExact: this.#isPlainDead(state) };
      if (next === state) break;
      state = next;
    }
    return { allowed: longestPlain, isExact: false };
  }

  /** The state after any plain character, where it is one and the same for all; otherwise null. */
  #afterPlain(state: number): number | null {
    const known = this.#steps.get(state);
    if (known !== undefined) return known;
    const step = this.#stepOf(state);
    this.#steps.set(state, step);
    return step;
  }

  #stepOf(state: number): number | null {
    const machine = this.#machine;
    const goal = machine.after(state, 0x20);
    if (goal === dead) return null;
    if (asciiPlain.some((byte) => machine.after(state, byte) !== goal)) return null;
    const leadsThere = (at: number, ranges: readonly (readonly [number, number])[]): boolean => {
      if (at === dead) return false;
      const [range, ...others] = ranges;
      if (range === undefined) return at === goal;
      let last = dead - 1;
      for (let byte = range[0]; byte <= range[1]; byte++) {
        const next = machine.after(at, byte);
        // Bytes beside one another mostly lead to the same state.
        if (next !== last && !leadsThere(next, others)) return false;
        last = next;
      }
      return true;
    };
    return beyondAscii.every((ranges) => leadsThere(state, ranges)) ? goal : null;
  }

  #isPlainDead(state: number): boolean {
    const machine = this.#machine;
    if (asciiPlain.some((byte) => machine.after(state, byte) !== dead)) return false;
    for (let byte = 0xc2; byte <= 0xf4; byte++) {
      if (machine.after(state, byte) !== dead) return false;
    }
    return true;
  }
}
