import { afterString, isDigit, minus, quote } from "./characters.ts";
import type { AsciiOutput } from "./ascii-output.ts";
import { copyNumber } from "./copy-number.ts";
import { numberEnd } from "./grammar.ts";
import type { StringRewriter, StringWork } from "./string-rewriter.ts";

/** A string whose rewriting needs further steps. */
interface OpenString {
  readonly text: string;
  readonly at: number;
  readonly end: number;
  readonly work: StringWork;
}

/** Characters of a string that one step writes. */
const longString = 128 * 1024;
const words = ["null", "true", "false", "NaN"];

/** Writes the strings, numbers and words of a valid JSON text. */
export class ScalarWriter {
  readonly #text: string;
  readonly #infinity: string;
  readonly #output: AsciiOutput;
  readonly #strings: StringRewriter | undefined;
  /** How far a long string was written; 0 outside a long string. */
  #inString = 0;
  #open: OpenString | undefined;
  #hasChanged = false;
  #hasInfinity = false;

  /** `infinity` is the token for a double beyond the range. */
  constructor(text: string, infinity: string, output: AsciiOutput, strings?: StringRewriter) {
    this.#text = text;
    this.#infinity = infinity;
    this.#output = output;
    this.#strings = strings?.mayChange(text) === true ? strings : undefined;
  }

  /** Whether a string was rewritten. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** Whether a double beyond the range was written. */
  get hasInfinity(): boolean {
    return this.#hasInfinity;
  }

  /**
   * Writes the scalar that begins at `at`, and returns the position after it; -1 if it needs
   * further steps with `goOn`.
   */
  write(at: number): number {
    const text = this.#text;
    const code = text.charCodeAt(at);
    if (code === quote) return this.#string(at);
    if (isDigit(code) || code === minus) {
      const end = copyNumber(text, at, this.#output);
      return end === -1 ? this.#writeInfinity(at) : end;
    }
    for (const word of words) {
      if (word.charCodeAt(0) !== code || !text.startsWith(word, at)) continue;
      this.#output.copy(word, 0, word.length);
      return at + word.length;
    }
    return this.#writeInfinity(at);
  }

  /** Takes the next step of an unfinished scalar. */
  goOn(): number {
    const open = this.#open;
    if (open === undefined) return this.#copy(this.#inString);
    if (!open.work.advance()) return -1;
    this.#open = undefined;
    return this.#rewritten(open, open.work.result);
  }

  /** Writes a name, which no rewriter changes, and returns the position after it. */
  writeName(at: number): number {
    this.#output.put(quote);
    return this.#output.copyString(this.#text, at + 1, Infinity);
  }

  /** Writes a string that may be a ref, or JSON with refs in it. */
  #string(at: number): number {
    const strings = this.#strings;
    if (strings === undefined) return this.#begin(at);
    const end = afterString(this.#text, at);
    const token = this.#text.slice(at, end);
    if (!strings.mayChange(token)) return this.#begin(at);
    const text = JSON.parse(token) as string;
    const rewritten = strings.rewrite(text);
    if (typeof rewritten === "string") return this.#rewritten({ text, at, end }, rewritten);
    this.#open = { text, at, end, work: rewritten };
    return -1;
  }

  #rewritten({ text, at, end }: Omit<OpenString, "work">, after: string): number {
    this.#output.room();
    if (text === after) return this.#begin(at);
    this.#hasChanged = true;
    const token = JSON.stringify(after);
    // Rewritten JSON inside a string is ASCII and often long: copy it directly.
    if (/^[ -~]*$/.test(token)) {
      this.#output.copy(token, 0, token.length);
    } else {
      this.#output.put(quote);
      this.#output.copyString(token, 1, Infinity);
    }
    return end;
  }

  #begin(at: number): number {
    this.#output.put(quote);
    return this.#copy(at + 1);
  }

  /** Writes a string, or the rest of one. */
  #copy(from: number): number {
    const end = this.#output.copyString(this.#text, from, from + longString);
    this.#inString = end < 0 ? ~end : 0;
    return Math.max(end, -1);
  }

  #writeInfinity(at: number): number {
    const text = this.#text;
    const isNegative = text.charCodeAt(at) === minus;
    const written = isNegative ? `-${this.#infinity}` : this.#infinity;
    this.#output.copy(written, 0, written.length);
    this.#hasInfinity = true;
    const end = numberEnd(text, at);
    // The token may also be the word `Infinity`.
    return end === -1 ? text.indexOf("y", at) + 1 : end;
  }
}
