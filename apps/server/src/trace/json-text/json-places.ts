import { compareCodePoints } from "./code-points.ts";
import {
  afterBlank,
  afterString,
  backslash,
  closeArray,
  closeObject,
  comma,
  isBlank,
  openArray,
  openObject,
  quote,
} from "./characters.ts";
import { IntList } from "./int-list.ts";

/** The place of every 32nd entry of a container is remembered. */
const perMark = 32;
/**
 * For values and names longer than this, the end is remembered, and for names also the decoded
 * text.
 */
const long = 2 * 1024;

/** The part of a container that was already read. */
interface Seen {
  /** The beginning of every 32nd entry: of its name in an object, of its value in an array. */
  readonly marks: IntList;
  count: number;
  /** The beginning of the next entry; -1 if there is none. */
  next: number;
}

/**
 * Reads a canonical JSON text as a tree without making nodes: a value is the place where it begins.
 * No part is read twice, so many paths into a text cost little more than one.
 */
export class JsonPlaces {
  /** The place of the whole value. */
  readonly root = 0;
  readonly #text: string;
  readonly #seen = new Map<number, Seen>();
  readonly #ends = new Map<number, number>();
  readonly #names = new Map<number, string>();

  constructor(text: string) {
    this.#text = text;
  }

  isObject(at: number): boolean {
    return this.#text.charCodeAt(at) === openObject;
  }

  isArray(at: number): boolean {
    return this.#text.charCodeAt(at) === openArray;
  }

  isNull(at: number): boolean {
    return this.#text.startsWith("null", at);
  }

  /**
   * The decoded string at a place, if it begins with the ASCII text `prefix`; otherwise undefined,
   * also for a value that is no string, and without a place.
   */
  string(at: number | undefined, prefix: string = ""): string | undefined {
    if (at === undefined || !this.#text.startsWith(`"${prefix}`, at)) return undefined;
    return JSON.parse(this.textOf(at)) as string;
  }

  /** The text of a value. */
  textOf(at: number): string {
    return this.#text.slice(at, this.#end(at));
  }

  /** The place of a member's value; undefined if there is no such member. */
  member(at: number, name: string): number | undefined {
    if (!this.isObject(at)) return undefined;
    const seen = this.#seenOf(at);
    const quoted = quoteAscii(name);
    const entry = this.#seenMember(seen, name, quoted) ?? this.#nextMember(seen, quoted);
    return entry === undefined ? undefined : this.#valueOf(entry);
  }

  /** The place of an array's item; undefined if there is no such item. */
  item(at: number, index: number): number | undefined {
    if (!this.isArray(at) || index < 0) return undefined;
    const seen = this.#seenOf(at);
    while (seen.count < index && seen.next !== -1) this.#see(seen, seen.next);
    if (seen.count <= index)
      return seen.count === index && seen.next !== -1 ? seen.next : undefined;
    let item = seen.marks.at(Math.floor(index / perMark));
    for (let left = index % perMark; left > 0; left -= 1) item = this.#entryAfter(this.#end(item));
    return item;
  }

  /** The number of items of an array. */
  length(at: number): number {
    const seen = this.#seenOf(at);
    while (seen.next !== -1) this.#see(seen, seen.next);
    return seen.count;
  }

  #seenOf(at: number): Seen {
    let seen = this.#seen.get(at);
    if (seen === undefined) {
      const first = afterBlank(this.#text, at + 1);
      const code = this.#text.charCodeAt(first);
      const isEmpty = code === closeArray || code === closeObject;
      seen = { marks: new IntList(), count: 0, next: isEmpty ? -1 : first };
      this.#seen.set(at, seen);
    }
    return seen;
  }

  /** Moves past the next entry, whose value is at `value`. */
  #see(seen: Seen, value: number): void {
    if (seen.count % perMark === 0) seen.marks.push(seen.next);
    seen.count += 1;
    seen.next = this.#entryAfter(this.#end(value));
  }

  /** Reads on up to the entry of a name, and stops before that entry. */
  #nextMember(seen: Seen, quoted: string): number | undefined {
    while (seen.next !== -1) {
      if (this.#text.startsWith(quoted, seen.next)) return seen.next;
      if (this.#isBehind(seen.next, quoted)) return undefined;
      this.#see(seen, this.#valueOf(seen.next));
    }
    return undefined;
  }

  /** Whether the name of an entry certainly comes after another name, by its first letter. */
  #isBehind(entry: number, quoted: string): boolean {
    const code = this.#text.charCodeAt(entry + 1);
    const sought = quoted.charCodeAt(1);
    return code > sought && isLetter(code) && isLetter(sought);
  }

  /** Searches a name in the entries that were already read; they are in order. */
  #seenMember({ marks, count }: Seen, name: string, quoted: string): number | undefined {
    let low = 0;
    let high = marks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareCodePoints(this.#nameAt(marks.at(middle)), name) <= 0) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return undefined;
    let entry = marks.at(low - 1);
    const last = Math.min(count, low * perMark);
    for (let left = last - (low - 1) * perMark; left > 0; left -= 1) {
      if (this.#text.startsWith(quoted, entry)) return entry;
      entry = this.#entryAfter(this.#end(this.#valueOf(entry)));
    }
    return undefined;
  }

  #nameAt(entry: number): string {
    const known = this.#names.get(entry);
    if (known !== undefined) return known;
    const name = JSON.parse(this.textOf(entry)) as string;
    if (name.length >= long) this.#names.set(entry, name);
    return name;
  }

  #valueOf(entry: number): number {
    return afterBlank(this.#text, afterBlank(this.#text, this.#end(entry)) + 1);
  }

  /** The entry after the one that ends here; -1 if that is the last. */
  #entryAfter(end: number): number {
    const at = afterBlank(this.#text, end);
    return this.#text.charCodeAt(at) === comma ? afterBlank(this.#text, at + 1) : -1;
  }

  #end(at: number): number {
    const text = this.#text;
    const known = this.#ends.get(at);
    if (known !== undefined) return known;
    if (this.isObject(at) || this.isArray(at)) return this.#containerEnd(at);
    if (text.charCodeAt(at) === quote) return this.#ended(at, afterString(text, at));
    let end = at;
    while (end < text.length && !endsScalar(text.charCodeAt(end))) end += 1;
    return this.#ended(at, end);
  }

  #containerEnd(start: number): number {
    const text = this.#text;
    const open: number[] = [];
    let at = start;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      const end = code === openObject || code === openArray ? this.#ends.get(at) : undefined;
      if (code === quote) {
        at = afterString(text, at);
      } else if (end !== undefined) {
        at = end;
      } else {
        if (code === openObject || code === openArray) open.push(at);
        at += 1;
        if (code === closeObject || code === closeArray) this.#ended(open.pop() ?? start, at);
      }
      if (open.length === 0) return at;
    }
    return at;
  }

  #ended(start: number, end: number): number {
    if (end - start >= long) this.#ends.set(start, end);
    return end;
  }
}

function endsScalar(code: number): boolean {
  return code === comma || code === closeArray || code === closeObject || isBlank(code);
}

/** Whether a character of a name is literal: neither an escape nor the last quote. */
function isLetter(code: number): boolean {
  return code !== backslash && code !== quote;
}

/** Writes a string as in canonical text. */
function quoteAscii(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
