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

/** The style of the written text. */
export interface WriteStyle {
  /** Whether to write a space after each comma and colon. */
  readonly isSpaced: boolean;
  /** The token for a double beyond the range. */
  readonly infinity: string;
}

/** Values that one step writes; each 64 characters of a string count as one more. */
const stepLength = 8_192;
const space = 0x20;

// The kinds of open containers.
const array = 0;
const object = 1;
/** An object whose members are written in another order than they have in the text. */
const rearranged = 2;

// The numbers that the scan stores for a rearranged object: see `MemberScan.members`.
const headLength = 3;
const memberLength = 3;

/** Writes a scanned JSON text again: in one style, and with its members in order. */
export class TextWriter implements Work {
  readonly #text: string;
  readonly #scan: MemberScan;
  readonly #isSpaced: boolean;
  readonly #output: AsciiOutput;
  readonly #scalars: ScalarWriter;
  #at: number;
  #isBehindValue = false;
  #isInScalar = false;
  /** The number of objects that open before this place of the text. */
  #objects = 0;
  #depth = 0;
  readonly #kinds: number[] = [];
  /** For each rearranged object: its place in the scan, and the current member. */
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
   * Writes up to `most` scalars of an array, until a container comes, and returns their number.
   * This is fast for embeddings, which are long lists of numbers.
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

  /** Continues after a scalar that ends there; false if the scalar needs further steps. */
  #ended(end: number): boolean {
    this.#isInScalar = end === -1;
    if (this.#isInScalar) return false;
    this.#at = end;
    this.#isBehindValue = true;
    return true;
  }

  /** Writes the value that begins here; false if more of it must be written. */
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

  /** Writes the characters between a value and the next one; true at the end of the text. */
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
    // Checks the length for the last time.
    output.room();
    return true;
  }

  /**
   * Moves to the next value in this container. At the end of the container it moves behind it, and
   * returns false.
   */
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

  /** The same in a rearranged object. */
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
