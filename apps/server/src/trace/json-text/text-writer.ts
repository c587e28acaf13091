import type { Work } from "../../budgets/loop-turns.ts";
import type { AsciiOutput } from "./ascii-output.ts";
import {
  afterBlank,
  closeArray,
  closeObject,
  colon,
  comma,
  openArray,
  openObject,
} from "./characters.ts";
import type { MemberScan } from "./member-scan.ts";
import { ScalarWriter } from "./scalar-writer.ts";
import type { StringRewriter } from "./string-rewriter.ts";

/** How a text is written. */
export interface WriteStyle {
  /** With a space behind each comma and colon. */
  readonly isSpaced: boolean;
  /** What stands for a double beyond the range. */
  readonly infinity: string;
}

/** Values that one step writes; each 64 characters of a string count as another one. */
const stepLength = 8_192;
const space = 0x20;

// The kinds of a container that is open.
const array = 0;
const object = 1;
/** An object whose members stand in another order than they are written in. */
const rearranged = 2;

// What the scan tells of an object that is to be rearranged: see `MemberScan.members`.
const headLength = 3;
const memberLength = 3;

/** Writes a JSON text that was scanned anew: in one style, and with its members in order. */
export class TextWriter implements Work {
  readonly #text: string;
  readonly #scan: MemberScan;
  readonly #isSpaced: boolean;
  readonly #output: AsciiOutput;
  readonly #scalars: ScalarWriter;
  #at: number;
  #isBehindValue = false;
  #isInScalar = false;
  /** How many objects open before this place of the text. */
  #objects = 0;
  #depth = 0;
  readonly #kinds: number[] = [];
  /** Of each rearranged object: where it stands in the scan, and which member is being written. */
  readonly #places: number[] = [];
  readonly #members: number[] = [];

  constructor(
    text: string,
    scan: MemberScan,
    style: WriteStyle,
    output: AsciiOutput,
    strings?: StringRewriter,
  ) {
    this.#text = text;
    this.#scan = scan;
    this.#isSpaced = style.isSpaced;
    this.#output = output;
    this.#scalars = new ScalarWriter(text, style.infinity, output, strings);
    this.#at = afterBlank(text, 0);
  }

  /** Whether a string was rewritten. */
  get hasChanged(): boolean {
    return this.#scalars.hasChanged;
  }

  /** Whether a double beyond the range was written. */
  get hasInfinity(): boolean {
    return this.#scalars.hasInfinity;
  }

  advance(): boolean {
    if (this.#isInScalar && !this.#ended(this.#scalars.goOn())) return false;
    for (let left = stepLength; left > 0; left -= 1) {
      const from = this.#at;
      if (!this.#isBehindValue) left -= this.#items(left);
      if (!this.#isBehindValue && !this.#value()) {
        if (this.#isInScalar) return false;
        continue;
      }
      left -= (this.#at - from) >> 6;
      if (this.#behindValue()) return true;
    }
    return false;
  }

  /**
   * Writes scalars of an array up to a container, at most so many, and gives their number:
   * embeddings and the like are made of little else.
   */
  #items(most: number): number {
    if (this.#depth === 0 || this.#kinds[this.#depth - 1] !== array) return 0;
    const text = this.#text;
    let count = 0;
    while (count < most) {
      const code = text.charCodeAt(this.#at);
      if (code === openArray || code === openObject || code === closeArray) break;
      this.#output.room();
      if (!this.#ended(this.#scalars.write(this.#at))) break;
      count += 1;
      if (text.charCodeAt(this.#at) !== comma) break;
      this.#at = afterBlank(text, this.#at + 1);
      this.#separator(comma);
      this.#isBehindValue = false;
    }
    return count;
  }

  /** Goes on behind a scalar that ends there; false where it takes further steps. */
  #ended(end: number): boolean {
    this.#isInScalar = end === -1;
    if (this.#isInScalar) return false;
    this.#at = end;
    this.#isBehindValue = true;
    return true;
  }

  /** Writes the value that begins here; false where more has to be written before it ends. */
  #value(): boolean {
    if (this.#isInScalar) return false;
    const text = this.#text;
    this.#output.room();
    switch (text.charCodeAt(this.#at)) {
      case openArray:
        this.#enter(array, openArray);
        return text.charCodeAt(this.#at) === closeArray;
      case openObject:
        return this.#object();
      default:
        return this.#ended(this.#scalars.write(this.#at));
    }
  }

  /** Writes what stands behind a value, up to the next one; true at the end of the text. */
  #behindValue(): boolean {
    const output = this.#output;
    this.#isBehindValue = true;
    while (this.#depth > 0) {
      output.room();
      const level = this.#depth - 1;
      const kind = this.#kinds[level] as number;
      if (kind === rearranged ? this.#nextMember(level) : this.#nextInText(kind)) {
        this.#isBehindValue = false;
        return false;
      }
      output.put(kind === array ? closeArray : closeObject);
      this.#depth = level;
    }
    // The length is looked at once more.
    output.room();
    return true;
  }

  /** Goes on to the next value in this container; false, and behind the container, at its end. */
  #nextInText(kind: number): boolean {
    const text = this.#text;
    this.#at = afterBlank(text, this.#at);
    const isEnd = text.charCodeAt(this.#at) !== comma;
    this.#at += 1;
    if (isEnd) return false;
    this.#at = afterBlank(text, this.#at);
    this.#separator(comma);
    if (kind === object) this.#name();
    return true;
  }

  /** The same in an object that is rearranged. */
  #nextMember(level: number): boolean {
    const { members } = this.#scan;
    const place = this.#places[level] as number;
    const member = (this.#members[level] as number) + 1;
    if (member === members.at(place)) {
      this.#at = members.at(place + 1);
      this.#objects = members.at(place + 2);
      return false;
    }
    this.#separator(comma);
    this.#memberAt(level, member);
    return true;
  }

  #memberAt(level: number, member: number): void {
    const { members } = this.#scan;
    const from = (this.#places[level] as number) + headLength + member * memberLength;
    this.#members[level] = member;
    this.#at = members.at(from);
    this.#name();
    this.#objects = members.at(from + 2);
  }

  #object(): boolean {
    const place = this.#scan.orders.at(this.#objects);
    this.#objects += 1;
    const level = this.#depth;
    this.#enter(place === -1 ? object : rearranged, openObject);
    if (place === -1) {
      if (this.#text.charCodeAt(this.#at) === closeObject) return true;
      this.#name();
    } else {
      this.#places[level] = place;
      this.#memberAt(level, 0);
    }
    return false;
  }

  #enter(kind: number, bracket: number): void {
    this.#output.put(bracket);
    this.#at = afterBlank(this.#text, this.#at + 1);
    this.#kinds[this.#depth] = kind;
    this.#depth += 1;
  }

  #name(): void {
    this.#output.room();
    const end = this.#scalars.writeName(this.#at);
    this.#at = afterBlank(this.#text, afterBlank(this.#text, end) + 1);
    this.#output.room();
    this.#separator(colon);
  }

  #separator(code: number): void {
    this.#output.put(code);
    if (this.#isSpaced) this.#output.put(space);
  }
}
