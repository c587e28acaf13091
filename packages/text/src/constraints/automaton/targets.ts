import type { Network } from "./network.ts";

/** No further target. */
const none = -1;

/**
 * The places that the bytes of each class lead to from one state: a list for each class. The lists lie in arrays that are used for
 * one state after another, since a state is worked out for nearly each new token and arrays of its own would cost more than the work.
 */
export class Targets {
  readonly #network: Network;
  readonly #heads: Int32Array;
  #nodes: Int32Array = new Int32Array(256);
  #stacks: Int32Array = new Int32Array(256);
  #next: Int32Array = new Int32Array(256);
  #length = 0;

  constructor(network: Network) {
    this.#network = network;
    this.#heads = new Int32Array(network.classes);
  }

  /** @param places nodes that read, and the stacks there, in turns; what follows the last whole pair is passed over */
  collect(places: Int32Array, firstClass: number, lastClass: number): void {
    const { classOf, first, second, edgeFrom, edgeTo, edgeTarget } = this.#network;
    this.#length = 0;
    this.#heads.fill(none, firstClass, lastClass + 1);
    for (let i = 0; i + 1 < places.length; i += 2) {
      const node = places[i]!;
      for (let edge = first[node]!; edge < first[node]! + second[node]!; edge++) {
        const from = Math.max(classOf[edgeFrom[edge]!]!, firstClass);
        const to = Math.min(classOf[edgeTo[edge]!]!, lastClass);
        for (let each = from; each <= to; each++)
          this.#add(each, edgeTarget[edge]!, places[i + 1]!);
      }
    }
  }

  /** Whether the bytes of a class lead nowhere. */
  isEmpty(byteClass: number): boolean {
    return this.#heads[byteClass] === none;
  }

  /** Whether two classes lead to the same places. */
  isSame(one: number, other: number): boolean {
    let a = this.#heads[one]!;
    let b = this.#heads[other]!;
    while (a !== none && b !== none) {
      if (this.#nodes[a] !== this.#nodes[b] || this.#stacks[a] !== this.#stacks[b]) return false;
      a = this.#next[a]!;
      b = this.#next[b]!;
    }
    return a === b;
  }

  /** The one place that a class leads to, as a key for it; -1 where there are more. */
  single(byteClass: number): number {
    const head = this.#heads[byteClass]!;
    return this.#next[head] === none ? this.#nodes[head]! * 2 ** 26 + this.#stacks[head]! : -1;
  }

  each(byteClass: number, visit: (node: number, stack: number) => void): void {
    for (let at = this.#heads[byteClass]!; at !== none; at = this.#next[at]!) {
      visit(this.#nodes[at]!, this.#stacks[at]!);
    }
  }

  #add(byteClass: number, node: number, stack: number): void {
    if (this.#length === this.#nodes.length) {
      this.#nodes = grown(this.#nodes);
      this.#stacks = grown(this.#stacks);
      this.#next = grown(this.#next);
    }
    this.#nodes[this.#length] = node;
    this.#stacks[this.#length] = stack;
    this.#next[this.#length] = this.#heads[byteClass]!;
    this.#heads[byteClass] = this.#length++;
  }
}

function grown(array: Int32Array): Int32Array {
  const copy = new Int32Array(2 * array.length);
  copy.set(array);
  return copy;
}
