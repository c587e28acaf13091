import type { Work } from "../../budgets/loop-turns.ts";
import type { IntList } from "./int-list.ts";
import { type MemberOrder, NameOrder } from "./name-order.ts";

/** Members that one step records. */
const stepLength = 8_192;
/**
 * Numbers for each member: the starts of its name and value, and the number of objects before the
 * value.
 */
export const perMember = 3;

/** An object that has ended, and whose members may be out of order. */
export interface EndedObject {
  readonly text: string;
  readonly order: MemberOrder;
  /** Its members in their given order: `perMember` numbers for each, at the end of the list. */
  readonly given: IntList;
  readonly first: number;
  /** The end of the object, and the number of objects that open before it. */
  readonly end: number;
  readonly objects: number;
}

/** Finds the order of an object's members, and records it. */
export class ObjectOrder implements Work {
  readonly #object: EndedObject;
  readonly #ordered: IntList;
  readonly #names: NameOrder;
  #members: Int32Array | undefined;
  #next = 0;
  #place = -1;

  /**
   * `ordered` gets the number of members, the end and the number of objects, and then each member
   * in order.
   */
  constructor(object: EndedObject, ordered: IntList) {
    const { text, order, given, first } = object;
    this.#object = object;
    this.#ordered = ordered;
    const count = (given.length - first) / perMember;
    this.#names = new NameOrder(
      text,
      count,
      (member) => given.at(first + member * perMember),
      order,
    );
  }

  /** The start of this entry after the work is done; -1 if the members are in order. */
  get place(): number {
    return this.#place;
  }

  advance(): boolean {
    const members = this.#members ?? this.#begin();
    if (members === undefined) return false;
    const { given, first } = this.#object;
    const stop = Math.min(this.#next + stepLength, members.length);
    for (; this.#next < stop; this.#next += 1) {
      const from = first + (members[this.#next] as number) * perMember;
      for (let at = from; at < from + perMember; at += 1) this.#ordered.push(given.at(at));
    }
    return stop === members.length;
  }

  #begin(): Int32Array | undefined {
    if (!this.#names.advance()) return undefined;
    const members = this.#names.isAsGiven ? new Int32Array(0) : this.#names.members();
    if (members.length > 0) {
      this.#place = this.#ordered.length;
      this.#ordered.push(members.length);
      this.#ordered.push(this.#object.end);
      this.#ordered.push(this.#object.objects);
    }
    this.#members = members;
    return members;
  }
}
