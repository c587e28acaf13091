import { keepRawText } from "../raw-json.ts";
import { fitsInt64 } from "./int64.ts";
import {
  type JsonLimits,
  maxOperandsInAll,
  tooDeep,
  tooManyInAll,
  tooManyInList,
  tooManyMembers,
} from "./json-limits.ts";
import type { Mark } from "./marks.ts";

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const backslash = 0x5c;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Bits of the set that notices a member given twice. */
const maxFastMembers = 31;

/** Texts of marked members, to be attached to the parsed value that they belong to. */
export interface RawSpans {
  /** Attaches the texts of marked members to their owners inside `root`, the parsed text. */
  attachTo(root: unknown): void;
  /** Objects, arrays and members that the text has. */
  readonly members: number;
  /** Integers that have more than 64 bits: where they stand, and their texts. */
  readonly tooLong: readonly {
    readonly path: readonly (string | number)[];
    readonly text: string;
  }[];
}

const nothingFound: RawSpans = { attachTo: () => undefined, tooLong: [], members: 0 };

/**
 * Goes once over a JSON text: refuses texts that nest too deep or have too many members (413), and
 * trees of operands that are too wide (400), and finds the spans of the marked members.
 *
 * It runs before the text is parsed, since parsing millions of open brackets takes gigabytes. So
 * the text may be malformed: then the result means nothing, and the parser reports the fault.
 */
export function walkJson(text: string, mark: Mark | undefined, limits: JsonLimits): RawSpans {
  // Nothing to find, and the text is too short to break a limit: most small requests.
  if (!mark && limits.before === undefined && text.length <= limits.depth) return nothingFound;
  const walk = new Walk(text, limits, false);
  walk.root(mark);
  if (!walk.metDuplicate) return walk;
  const careful = new Walk(text, limits, true);
  careful.root(mark);
  return careful;
}

class Walk implements RawSpans {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #maxMembers: number;
  readonly #before: number;
  /** Look for the last of several members with one name, at the price of reading objects twice. */
  readonly #careful: boolean;
  metDuplicate = false;
  members = 0;

  // Containers on the way to a marked member: owner n is member `#keys[n]` of owner `#parents[n]`.
  readonly #parents: number[] = [];
  readonly #keys: (string | number)[] = [];

  readonly #spanOwners: number[] = [];
  readonly #spanMembers: (string | number)[] = [];
  readonly #spanStarts: number[] = [];
  readonly #spanEnds: number[] = [];
  /** Spans of integers that have more than 64 bits. */
  #faults: number[] | undefined;

  constructor(text: string, limits: JsonLimits, careful: boolean) {
    this.#text = text;
    this.#maxDepth = limits.depth;
    this.#maxMembers = limits.members;
    this.#before = limits.before ?? 0;
    this.#careful = careful;
  }

  root(mark: Mark | undefined): void {
    const start = this.#blank(0);
    if (mark) this.#value(start, mark, -1, "", 0);
    else this.#skip(start, 0);
  }

  attachTo(root: unknown): void {
    const owners: unknown[] = [];
    for (let i = 0; i < this.#parents.length; i++) {
      const parent = this.#parents[i] as number;
      owners.push(parent < 0 ? root : memberOf(owners[parent], this.#keys[i] as string | number));
    }
    for (let i = 0; i < this.#spanOwners.length; i++) {
      const owner = owners[this.#spanOwners[i] as number];
      const text = this.#text.slice(this.#spanStarts[i], this.#spanEnds[i]);
      keepRawText(owner as object, this.#spanMembers[i] as string | number, text);
    }
  }

  get tooLong(): RawSpans["tooLong"] {
    return (this.#faults ?? []).map((span) => {
      const path = [this.#spanMembers[span] as string | number];
      for (let i = this.#spanOwners[span] as number; i > 0; i = this.#parents[i] as number) {
        path.unshift(this.#keys[i] as string | number);
      }
      return { path, text: this.#text.slice(this.#spanStarts[span], this.#spanEnds[span]) };
    });
  }

  /** Each of these returns the position after the value it read, or the end of a malformed text. */
  #value(at: number, mark: Mark, parent: number, member: string | number, depth: number): number {
    if (mark.raw) {
      const end = this.#skip(at, depth);
      this.#spanOwners.push(parent);
      this.#spanMembers.push(member);
      this.#spanStarts.push(at);
      this.#spanEnds.push(end);
      if (mark.int64 && !fitsInt64(this.#text.slice(at, end))) {
        (this.#faults ??= []).push(this.#spanEnds.length - 1);
      }
      return end;
    }
    if (mark.maxOperands > 0) return this.#operands(at, depth, mark.maxOperands);
    const first = this.#text.charCodeAt(at);
    if (first === openObject && mark.members.length > 0) {
      const self = this.#enter(parent, member, depth);
      return this.#careful || mark.members.length > maxFastMembers
        ? this.#objectReadTwice(at, mark, self, depth + 1)
        : this.#object(at, mark, self, depth + 1);
    }
    if (first === openArray && mark.items) {
      const self = this.#enter(parent, member, depth);
      return this.#array(at, mark.items, self, depth + 1);
    }
    return this.#skip(at, depth);
  }

  #enter(parent: number, member: string | number, depth: number): number {
    if (depth >= this.#maxDepth) throw tooDeep(this.#maxDepth);
    this.#count();
    this.#parents.push(parent);
    this.#keys.push(member);
    return this.#parents.length - 1;
  }

  #array(start: number, items: Mark, self: number, depth: number): number {
    const text = this.#text;
    let at = this.#blank(start + 1);
    if (text.charCodeAt(at) === closeArray) return at + 1;
    for (let index = 0; ; index++) {
      at = this.#blank(this.#value(at, items, self, index, depth));
      if (text.charCodeAt(at) !== comma) {
        return text.charCodeAt(at) === closeArray ? at + 1 : text.length;
      }
      at = this.#blank(at + 1);
    }
  }

  #object(start: number, mark: Mark, self: number, depth: number): number {
    let seen = 0;
    return this.#members(start, mark, depth, (at, which) => {
      const bit = 1 << which;
      if (seen & bit) {
        this.metDuplicate = true;
        return this.#text.length;
      }
      seen |= bit;
      const { key, mark: found } = mark.members[which] as Mark["members"][number];
      return this.#value(at, found, self, key, depth);
    });
  }

  /** The last of several members with one name counts, as for `JSON.parse`. */
  #objectReadTwice(start: number, mark: Mark, self: number, depth: number): number {
    const last = new Map<number, number>();
    const end = this.#members(start, mark, depth, (at, which) => {
      last.set(which, at);
      return this.#skip(at, depth);
    });
    // The second reading must not count the members again.
    const { members } = this;
    for (const [which, at] of last) {
      const { key, mark: found } = mark.members[which] as Mark["members"][number];
      this.#value(at, found, self, key, depth);
    }
    this.members = members;
    return end;
  }

  #members(
    start: number,
    mark: Mark,
    depth: number,
    onMarked: (at: number, which: number) => number,
  ): number {
    const text = this.#text;
    let at = this.#blank(start + 1);
    for (;;) {
      if (text.charCodeAt(at) !== quote) {
        return text.charCodeAt(at) === closeObject ? at + 1 : text.length;
      }
      const keyEnd = this.#stringEnd(at);
      const which = this.#markedKey(at, keyEnd, mark);
      at = this.#blank(keyEnd);
      if (text.charCodeAt(at) !== colon) return text.length;
      this.#count();
      at = this.#blank(at + 1);
      at = this.#blank(which < 0 ? this.#skip(at, depth) : onMarked(at, which));
      if (text.charCodeAt(at) === comma) at = this.#blank(at + 1);
    }
  }

  /** Which of the marked members the quoted key at `start` names; -1 for none. */
  #markedKey(start: number, end: number, mark: Mark): number {
    const text = this.#text;
    const { members } = mark;
    for (let i = start + 1; i < end - 1; i++) {
      if (text.charCodeAt(i) === backslash) return escapedKey(text.slice(start, end), mark);
    }
    const length = end - start - 2;
    for (let which = 0; which < members.length; which++) {
      const { key } = members[which] as Mark["members"][number];
      if (key.length === length && text.startsWith(key, start + 1)) return which;
    }
    return -1;
  }

  #skip(start: number, depth: number): number {
    const text = this.#text;
    const first = text.charCodeAt(start);
    if (first === quote) return this.#stringEnd(start);
    const { length } = text;
    let at = start;
    if (first !== openObject && first !== openArray) {
      while (at < length && !endsScalar(text.charCodeAt(at))) at++;
      return at;
    }
    let inside = depth;
    while (at < length) {
      const c = text.charCodeAt(at);
      if (c === quote) {
        at = this.#stringEnd(at);
        continue;
      }
      at++;
      if (c === openObject || c === openArray) {
        if (++inside > this.#maxDepth) throw tooDeep(this.#maxDepth);
        this.#count();
      } else if (c === closeObject || c === closeArray) {
        if (--inside === depth) return at;
      } else if (c === colon) {
        this.#count();
      }
    }
    return length;
  }

  /** Skips a tree of operands. Every object in it is an operand of the list that it stands in. */
  #operands(start: number, depth: number, most: number): number {
    const text = this.#text;
    const end = this.#skip(start, depth);
    /** Operands so far in each open container; -1 for an object. */
    const open: number[] = [];
    let all = 0;
    for (let at = start; at < end; at++) {
      const c = text.charCodeAt(at);
      if (c === quote) {
        at = this.#stringEnd(at) - 1;
      } else if (c === openArray) {
        open.push(0);
      } else if (c === openObject) {
        const list = open.length - 1;
        const isOperand = list >= 0 && (open[list] as number) >= 0;
        if (isOperand && ++(open[list] as number) > most) throw tooManyInList(most);
        if (++all > maxOperandsInAll(most)) throw tooManyInAll(most);
        open.push(-1);
      } else if (c === closeArray || c === closeObject) {
        open.pop();
      }
    }
    return end;
  }

  #count(): void {
    if (this.#before + ++this.members > this.#maxMembers) throw tooManyMembers(this.#maxMembers);
  }

  /** The position after the closing quote of the string that opens at `start`. */
  #stringEnd(start: number): number {
    const text = this.#text;
    let at = text.indexOf('"', start + 1);
    while (at > 0 && text.charCodeAt(at - 1) === backslash) {
      let before = at - 2;
      while (text.charCodeAt(before) === backslash) before--;
      if ((at - before) % 2 === 1) break;
      at = text.indexOf('"', at + 1);
    }
    return at < 0 ? text.length : at + 1;
  }

  #blank(start: number): number {
    let at = start;
    while (isBlank(this.#text.charCodeAt(at))) at++;
    return at;
  }
}

function isBlank(c: number): boolean {
  return c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09;
}

function endsScalar(c: number): boolean {
  return c === comma || c === closeObject || c === closeArray || isBlank(c);
}

function escapedKey(quoted: string, mark: Mark): number {
  try {
    const key: unknown = JSON.parse(quoted);
    return mark.members.findIndex((member) => member.key === key);
  } catch (e) {
    // Malformed text: parsing the whole text reports the place.
    if (e instanceof SyntaxError) return -1;
    throw e;
  }
}

function memberOf(owner: unknown, key: string | number): unknown {
  return (owner as Record<string | number, unknown>)[key];
}
