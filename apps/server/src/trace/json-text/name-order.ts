import type { Work } from "../../budgets/loop-turns.ts";
import { NameBytes } from "./name-bytes.ts";

/** The order of written members: by name, or in the order of the first use of each name. */
export type MemberOrder = "byName" | "asGiven";

/** Most names that one step reads or moves, and most bytes of names that it reads. */
const stepLength = 8_192;
const bytesPerStep = 128 * 1024;
/** Groups up to this size are sorted by comparing names. */
const smallGroup = 24;
/** One bucket for each byte, and one for the end of a name. */
const buckets = 257;

/** Members whose names begin with the same bytes, side by side in the order. */
interface Group {
  readonly from: number;
  readonly to: number;
  /** The number of equal first bytes of their names. */
  readonly same: number;
}

/**
 * Finds the order of the members of one object; of a repeated name only the last member stays.
 *
 * It sorts names byte by byte into groups, and then each group again, so that the time grows only
 * with the length of all names.
 */
export class NameOrder implements Work {
  readonly #text: string;
  readonly #count: number;
  readonly #nameAt: (member: number) => number;
  readonly #order: MemberOrder;
  readonly #names = new NameBytes();
  #read = 0;
  readonly #sorted: Int32Array;
  readonly #groups: Group[] = [];
  /** For each place in the order: 1 if the next place has the same name. */
  readonly #isRepeated: Uint8Array;
  #hasRepeats = false;

  /** `nameAt` gives the position of a member's name. */
  constructor(text: string, count: number, nameAt: (member: number) => number, order: MemberOrder) {
    this.#text = text;
    this.#count = count;
    this.#nameAt = nameAt;
    this.#order = order;
    this.#sorted = new Int32Array(count);
    this.#isRepeated = new Uint8Array(count);
  }

  /** Whether all members are written in their given order. */
  get isAsGiven(): boolean {
    return this.#order === "asGiven" && !this.#hasRepeats;
  }

  /** The members in order, after the work is done. */
  members(): Int32Array {
    if (this.#order === "asGiven") return this.#membersAsGiven();
    if (!this.#hasRepeats) return this.#sorted;
    return this.#sorted.filter((_, place) => this.#isRepeated[place] === 0);
  }

  advance(): boolean {
    if (this.#read < this.#count) {
      this.#readNames();
      if (this.#read < this.#count) return false;
      this.#groups.push({ from: 0, to: this.#count, same: 0 });
    }
    for (let left = stepLength; left > 0;) {
      const group = this.#groups.pop();
      if (group === undefined) return true;
      left -= group.to - group.from;
      if (group.to - group.from <= smallGroup) this.#sortSmall(group);
      else this.#split(group);
    }
    return false;
  }

  #readNames(): void {
    const names = this.#names;
    const stop = Math.min(this.#read + stepLength, this.#count);
    const full = names.length + bytesPerStep;
    for (; this.#read < stop && names.length < full; this.#read += 1) {
      names.add(this.#text, this.#nameAt(this.#read));
      this.#sorted[this.#read] = this.#read;
    }
  }

  /** Sorts by the first byte that may differ. Members of one group keep their order. */
  #split({ from, to, same }: Group): void {
    const ends = new Int32Array(buckets);
    const members = this.#sorted.slice(from, to);
    for (const member of members) {
      const bucket = this.#names.at(member, same) + 1;
      ends[bucket] = (ends[bucket] as number) + 1;
    }
    let end = from;
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      const begin = end;
      end += ends[bucket] as number;
      ends[bucket] = begin;
      if (end - begin > 1) this.#group(bucket, { from: begin, to: end, same: same + 1 });
    }
    for (const member of members) {
      const bucket = this.#names.at(member, same) + 1;
      const place = ends[bucket] as number;
      this.#sorted[place] = member;
      ends[bucket] = place + 1;
    }
  }

  #group(bucket: number, group: Group): void {
    if (bucket > 0) {
      this.#groups.push(group);
      return;
    }
    // All these names have ended, so they are equal.
    this.#hasRepeats = true;
    this.#isRepeated.fill(1, group.from, group.to - 1);
  }

  #sortSmall({ from, to, same }: Group): void {
    const sorted = this.#sorted;
    for (let next = from + 1; next < to; next += 1) {
      const member = sorted[next] as number;
      let place = next;
      for (; place > from; place -= 1) {
        const before = sorted[place - 1] as number;
        if (this.#names.compare(before, member, same) <= 0) break;
        sorted[place] = before;
      }
      sorted[place] = member;
    }
    for (let place = from; place < to - 1; place += 1) {
      const next = sorted[place + 1] as number;
      if (this.#names.compare(sorted[place] as number, next, same) !== 0) continue;
      this.#hasRepeats = true;
      this.#isRepeated[place] = 1;
    }
  }

  #membersAsGiven(): Int32Array {
    const lastOf = new Int32Array(this.#count).fill(-1);
    let first = -1;
    for (const [place, member] of this.#sorted.entries()) {
      if (first === -1) first = member;
      if (this.#isRepeated[place] === 1) continue;
      lastOf[first] = member;
      first = -1;
    }
    return lastOf.filter((member) => member !== -1);
  }
}
