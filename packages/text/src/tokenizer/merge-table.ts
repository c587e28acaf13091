import { TextError } from "../errors.ts";

/**
 * The merges of a BPE by the ids of their two tokens: an open-addressed hash table, since a map of a quarter of a
 * million pairs would take many times the memory and time.
 */
export class MergeTable {
  readonly #mask: number;
  /** [slots, 3]: left id, right id and one more than the rank; 0 there for an empty slot. */
  readonly #slots: Int32Array;
  /** [merges]: the id that each merge makes, by its rank. */
  readonly #results: Int32Array;

  /**
   * @param hidden ids that no merge may make
   * @throws TextError `invalid` for a merge of or into what is no token
   */
  constructor(
    merges: readonly (string | readonly [string, string])[],
    ids: ReadonlyMap<string, number>,
    hidden: ReadonlySet<number>,
  ) {
    const capacity = 1 << Math.ceil(Math.log2(Math.max(2, merges.length * 2)));
    this.#mask = capacity - 1;
    this.#slots = new Int32Array(capacity * 3);
    this.#results = new Int32Array(merges.length);
    merges.forEach((merge, rank) => {
      const [left, right] = typeof merge === "string" ? merge.split(" ", 2) : merge;
      const leftId = ids.get(left ?? "");
      const rightId = ids.get(right ?? "");
      const result = ids.get((left ?? "") + (right ?? ""));
      if (leftId === undefined || rightId === undefined || result === undefined) {
        throw new TextError(
          "invalid",
          `The merge ${JSON.stringify(merge)} of tokenizer.json uses tokens that its vocabulary lacks.`,
        );
      }
      this.#results[rank] = result;
      if (!hidden.has(result)) this.#put(leftId, rightId, rank);
    });
  }

  /** The rank of the merge of two tokens, lower first; -1 where there is none. */
  rank(left: number, right: number): number {
    return (this.#slots[this.#slotOf(left, right) + 2] ?? 0) - 1;
  }

  /** The token that the merge of a rank makes. */
  result(rank: number): number {
    return this.#results[rank] ?? 0;
  }

  #put(left: number, right: number, rank: number): void {
    this.#slots.set([left, right, rank + 1], this.#slotOf(left, right));
  }

  /** Where the pair stands, or the empty slot where it would. */
  #slotOf(left: number, right: number): number {
    let place = (Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b)) >>> 0;
    for (place ^= place >>> 15; ; place++) {
      const slot = (place & this.#mask) * 3;
      const isEmpty = this.#slots[slot + 2] === 0;
      if (isEmpty || (this.#slots[slot] === left && this.#slots[slot + 1] === right)) return slot;
    }
  }
}
