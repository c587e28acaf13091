import type { Work } from "../../budgets/loop-turns.ts";
import {
  afterBlank,
  backslash,
  closeArray,
  closeObject,
  colon,
  comma,
  openArray,
  openObject,
  quote,
} from "./characters.ts";
import { numberEnd, stringEnd } from "./grammar.ts";
import { IntList } from "./int-list.ts";
import { maxJsonDepth, TooDeep, TooManyMembers } from "./json-bounds.ts";
import type { MemberOrder } from "./name-order.ts";
import { ObjectOrder, perMember } from "./object-order.ts";

/** Options for reading a text. */
export interface ScanOptions {
  /** The order in which members will be written. */
  readonly order: MemberOrder;
  /**
   * Whether to accept the tokens `NaN`, `Infinity` and `-Infinity`, as Python's own reader does.
   */
  readonly nonFinite: boolean;
  /** Most members of all objects together. */
  readonly maxMembers: number;
}

/** Characters that one step reads. */
const stepLength = 64 * 1024;

/**
 * Reads a JSON text once, checks that it is valid, and finds the order of members that are not in
 * order.
 *
 * It makes no object for a value: its memory depends only on the number of objects and members.
 * Throws `SyntaxError`, {@link TooDeep} and {@link TooManyMembers}.
 */
export class MemberScan implements Work {
  readonly #options: ScanOptions;
  readonly #text: string;
  #at: number;
  /** How far a long string was read; 0 outside a long string. */
  #inString = 0;
  #isBehindValue = false;
  #depth = 0;
  /** For each open container: the number of the object, or -1 for an array. */
  readonly #objects: number[] = [];
  /** For each open object: the start of its members in `#open`. */
  readonly #firsts: number[] = [];
  readonly #areInOrder: boolean[] = [];
  /** For each member of the open objects: `perMember` numbers. */
  readonly #open = new IntList();
  #ordering: ObjectOrder | undefined;
  #names = 0;

  /**
   * For each object, in the order in which they open: -1 if its members are in order, otherwise the
   * start of its entry in `members`.
   */
  readonly orders: IntList = new IntList();
  /**
   * For each object that is not in order: the number of its members, its end, and the number of
   * objects that open before its end; then for each member, in order, the start of its name, the
   * start of its value, and the number of objects that open before the value.
   */
  readonly members: IntList = new IntList();

  constructor(text: string, options: ScanOptions) {
    this.#text = text;
    this.#options = options;
    this.#at = afterBlank(text, 0);
  }

  advance(): boolean {
    if (this.#ordering !== undefined && !this.#leaveObject(this.#ordering)) return false;
    if (this.#inString !== 0 && !this.#endString()) return false;
    const stop = this.#at + stepLength;
    while (this.#at <= stop && this.#inString === 0) {
      if (!this.#isBehindValue && !this.#value(stop)) continue;
      switch (this.#behindValue()) {
        case "end":
          return true;
        case "ordering":
          return false;
        default:
      }
    }
    return false;
  }

  /**
   * Reads the value that begins here; false if it opened a container, whose first value follows.
   */
  #value(stop: number): boolean {
    const text = this.#text;
    if (this.#depth > 0 && this.#objects[this.#depth - 1] === -1) this.#scalars(stop);
    switch (text.charCodeAt(this.#at)) {
      case openArray:
        this.#enter(-1);
        return text.charCodeAt(this.#at) === closeArray;
      case openObject:
        this.#enter(this.orders.length);
        this.orders.push(-1);
        if (text.charCodeAt(this.#at) === closeObject) return true;
        this.#name();
        return false;
      default:
        return this.#scalar();
    }
  }

  /** Reads a scalar; false for a long string, which needs further steps. */
  #scalar(): boolean {
    const end = this.#scalarEnd(this.#at);
    if (end < -1) {
      this.#inString = ~end;
      return false;
    }
    this.#at = this.#found(end);
    return true;
  }

  /** Continues a long string; true at its end. */
  #endString(): boolean {
    const end = stringEnd(this.#text, this.#inString, this.#inString + stepLength);
    this.#inString = end < -1 ? ~end : 0;
    if (end < -1) return false;
    this.#at = this.#found(end);
    this.#isBehindValue = true;
    return true;
  }

  /** Reads the items of an array up to a container or the last item. */
  #scalars(stop: number): void {
    const text = this.#text;
    let at = this.#at;
    while (at <= stop) {
      const end = this.#scalarEnd(at);
      if (end < 0 || text.charCodeAt(end) !== comma) break;
      at = afterBlank(text, end + 1);
    }
    this.#at = at;
  }

  /** Continues after a value: to the next value, or out of containers that end here. */
  #behindValue(): "next" | "end" | "ordering" {
    const text = this.#text;
    for (;;) {
      this.#at = afterBlank(text, this.#at);
      this.#isBehindValue = true;
      if (this.#depth === 0) {
        if (this.#at !== text.length) throw this.#malformed();
        return "end";
      }
      const isObject = (this.#objects[this.#depth - 1] as number) >= 0;
      const code = text.charCodeAt(this.#at);
      if (code === comma) {
        this.#at = afterBlank(text, this.#at + 1);
        if (isObject) this.#name();
        this.#isBehindValue = false;
        return "next";
      }
      if (code !== (isObject ? closeObject : closeArray)) throw this.#malformed();
      this.#at += 1;
      if (isObject && !this.#endObject()) return "ordering";
      this.#depth -= 1;
    }
  }

  #enter(object: number): void {
    if (this.#depth === maxJsonDepth) throw new TooDeep();
    this.#objects[this.#depth] = object;
    this.#firsts[this.#depth] = this.#open.length;
    this.#areInOrder[this.#depth] = true;
    this.#depth += 1;
    this.#at = afterBlank(this.#text, this.#at + 1);
  }

  /** Reads a name and its colon. */
  #name(): void {
    const text = this.#text;
    const start = this.#at;
    if (text.charCodeAt(start) !== quote) throw this.#malformed();
    this.#names += 1;
    if (this.#names > this.#options.maxMembers) throw new TooManyMembers(this.#options.maxMembers);
    const end = this.#found(stringEnd(text, start + 1, Infinity));
    const level = this.#depth - 1;
    if (this.#areInOrder[level] === true && this.#open.length > (this.#firsts[level] as number)) {
      const last = this.#open.at(this.#open.length - perMember);
      this.#areInOrder[level] = isBefore(text, last, start);
    }
    this.#at = afterBlank(text, end);
    if (text.charCodeAt(this.#at) !== colon) throw this.#malformed();
    this.#at = afterBlank(text, this.#at + 1);
    this.#open.push(start);
    this.#open.push(this.#at);
    this.#open.push(this.orders.length);
  }

  /** Ends an object; false if the order of its members needs further steps. */
  #endObject(): boolean {
    const level = this.#depth - 1;
    const first = this.#firsts[level] as number;
    if (this.#areInOrder[level] === true) {
      this.#open.cut(first);
      return true;
    }
    const object = {
      text: this.#text,
      order: this.#options.order,
      given: this.#open,
      first,
      end: this.#at,
      objects: this.orders.length,
    };
    return this.#finishOrder(new ObjectOrder(object, this.members));
  }

  /** Continues with the order of the object that ends here; false if it needs further steps. */
  #leaveObject(order: ObjectOrder): boolean {
    if (!this.#finishOrder(order)) return false;
    this.#depth -= 1;
    return true;
  }

  #finishOrder(order: ObjectOrder): boolean {
    this.#ordering = order.advance() ? undefined : order;
    if (this.#ordering !== undefined) return false;
    const level = this.#depth - 1;
    this.orders.set(this.#objects[level] as number, order.place);
    this.#open.cut(this.#firsts[level] as number);
    return true;
  }

  /** The position after the scalar that begins at `at`, in the form of {@link stringEnd}. */
  #scalarEnd(at: number): number {
    const text = this.#text;
    if (text.charCodeAt(at) === quote) return stringEnd(text, at + 1, at + stepLength);
    const end = numberEnd(text, at);
    if (end !== -1) return end;
    for (const word of ["true", "false", "null"]) {
      if (text.startsWith(word, at)) return at + word.length;
    }
    if (!this.#options.nonFinite) return -1;
    for (const word of ["NaN", "Infinity", "-Infinity"]) {
      if (text.startsWith(word, at)) return at + word.length;
    }
    return -1;
  }

  #found(end: number): number {
    if (end === -1) throw this.#malformed();
    return end;
  }

  #malformed(): SyntaxError {
    return new SyntaxError(`Malformed JSON at position ${this.#at}.`);
  }
}

/**
 * Whether one name certainly comes before another in the order of code points; both are given by
 * the position of their first quote. Also false if escapes or surrogates come before the first
 * difference, because then a full comparison is needed.
 */
function isBefore(text: string, leftStart: number, rightStart: number): boolean {
  for (let at = 1; ; at += 1) {
    const left = text.charCodeAt(leftStart + at);
    const right = text.charCodeAt(rightStart + at);
    if (isSpecial(left) || isSpecial(right)) return false;
    if (left === right && left !== quote) continue;
    return right !== quote && (left === quote || left < right);
  }
}

function isSpecial(code: number): boolean {
  return code === backslash || (code & 0xf800) === 0xd800;
}
