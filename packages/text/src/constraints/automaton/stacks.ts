import { InternedLists } from "./interned.ts";
import { endless } from "./network.ts";

/** What is open: a place to go on at, or a repetition with the rounds that are left. */
export interface Frame {
  readonly node: number;
  readonly min: number;
  /** -1 where `node` is a place to go on at. */
  readonly max: number;
}

/** The stack under which the grammar's root is read: nothing is open. */
export const bottom = 0;

/**
 * What is open where an automaton stands, as a graph: a stack is a set of frames, each with the stack below it, so that
 * many ways through an ambiguous grammar share what they have in common (the graph-structured stack of Tomita, "Efficient
 * Parsing for Natural Language", 1985). Every stack is kept once, so that equal ones have equal numbers.
 *
 * A stack is a list of its frames and the stacks below them, one after another, in ascending order of frames; frame -1 says
 * that nothing need be open.
 */
export class Stacks {
  readonly #frames = new InternedLists();
  readonly #lists = new InternedLists();
  readonly #unions = new Map<number, number>();
  readonly #clamped = new Map<number, number>();
  /** Rounds that no token is long enough to go through. */
  readonly #clampAt: number;
  readonly #scratch = new Int32Array(3);

  /** @param longestToken in bytes */
  constructor(longestToken: number) {
    this.#clampAt = longestToken;
    this.#lists.idOf(Int32Array.of(-1, bottom), 2);
  }

  get bytes(): number {
    return this.#frames.bytes + this.#lists.bytes + 48 * (this.#unions.size + this.#clamped.size);
  }

  /** Frames and the stacks below them, in turns. */
  entries(stack: number): Int32Array {
    return this.#lists.get(stack);
  }

  frame(id: number): Frame {
    const [node, min, max] = this.#frames.get(id) as unknown as [number, number, number];
    return { node, min, max };
  }

  /** A stack with a place to go on at, or with a repetition, on top of another. */
  pushed(stack: number, node: number, min = 0, max = -1): number {
    return this.#single(this.#frameId(node, min, max), stack);
  }

  /** What is open in either. */
  union(a: number, b: number): number {
    if (a === b) return a;
    const [low, high] = a < b ? [a, b] : [b, a];
    const key = low * 2 ** 26 + high;
    const known = this.#unions.get(key);
    if (known !== undefined) return known;
    const one = this.entries(low);
    const other = this.entries(high);
    const merged = new Int32Array(one.length + other.length);
    let length = 0;
    for (let i = 0, j = 0; i < one.length || j < other.length; length += 2) {
      const first = i < one.length ? one[i]! : Infinity;
      const second = j < other.length ? other[j]! : Infinity;
      merged[length] = Math.min(first, second);
      if (first === second) merged[length + 1] = this.union(one[i + 1]!, other[j + 1]!);
      else merged[length + 1] = first < second ? one[i + 1]! : other[j + 1]!;
      if (first <= second) i += 2;
      if (second <= first) j += 2;
    }
    const id = this.#lists.idOf(merged, length);
    this.#unions.set(key, id);
    return id;
  }

  /**
   * A stack in which what one token cannot tell apart is the same: rounds of a repetition that are more than a token has
   * bytes count as endless, since a round takes a byte at least.
   */
  clamped(stack: number): number {
    const known = this.#clamped.get(stack);
    if (known !== undefined) return known;
    let clamped: number | null = null;
    const entries = this.entries(stack);
    for (let i = 0; i < entries.length; i += 2) {
      const each =
        entries[i] === -1
          ? bottom
          : this.#single(this.#clampedFrame(entries[i]!), this.clamped(entries[i + 1]!));
      clamped = clamped === null ? each : this.union(clamped, each);
    }
    const id = clamped ?? stack;
    this.#clamped.set(stack, id);
    return id;
  }

  #clampedFrame(id: number): number {
    const { node, min, max } = this.frame(id);
    const isShort = (count: number): boolean => count <= this.#clampAt;
    if (max === -1 || (isShort(min) && isShort(max))) return id;
    return this.#frameId(node, isShort(min) ? min : endless, isShort(max) ? max : endless);
  }

  #frameId(node: number, min: number, max: number): number {
    this.#scratch[0] = node;
    this.#scratch[1] = min;
    this.#scratch[2] = max;
    return this.#frames.idOf(this.#scratch, 3);
  }

  #single(frame: number, below: number): number {
    this.#scratch[0] = frame;
    this.#scratch[1] = below;
    return this.#lists.idOf(this.#scratch, 2);
  }
}
