import type { StringWork } from "../json-text/string-rewriter.ts";
import { type RefRule, RefStrings } from "./ref-strings.ts";
import { RefTraces } from "./ref-traces.ts";

/** About the number of characters that one step reads. */
const stepLength = 64 * 1024;
/** The fixed cost of a string, in characters. */
const perString = 64;
/** Pieces that are joined at once. */
const maxPieces = 4_096;

/** A string whose rewriting is not finished. */
interface OpenString {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly work: StringWork;
}

/**
 * Rewrites the refs among the strings of a valid JSON text; everything else, white space included,
 * stays the same. It reads only strings that may hold a ref.
 */
export class RefText implements StringWork {
  readonly #json: string;
  readonly #strings: RefStrings;
  readonly #traces: RefTraces;
  #copied = 0;
  #pieces: string[] = [];
  readonly #joined: string[] = [];
  #open: OpenString | undefined;

  constructor(json: string, rule: RefRule) {
    this.#json = json;
    this.#strings = new RefStrings(rule);
    this.#traces = new RefTraces(json, rule.prefixes);
  }

  get result(): string {
    if (this.#copied === 0) return this.#json;
    return [...this.#joined, ...this.#pieces, this.#json.slice(this.#copied)].join("");
  }

  advance(): boolean {
    const open = this.#open;
    if (open !== undefined) {
      if (!open.work.advance()) return false;
      this.#open = undefined;
      this.#put(open.start, open.end, open.text, open.work.result);
    }
    for (let left = stepLength; left > 0;) {
      if (!this.#traces.next()) return true;
      const { start, end } = this.#traces;
      left -= end - start + perString;
      if (this.#rewrite(start, end)) return false;
    }
    return false;
  }

  /** True if the rewriting needs further steps. */
  #rewrite(start: number, end: number): boolean {
    const token = this.#json.slice(start, end);
    if (!this.#strings.mayChange(token)) return false;
    const text = JSON.parse(token) as string;
    const rewritten = this.#strings.rewrite(text);
    if (typeof rewritten === "string") {
      this.#put(start, end, text, rewritten);
      return false;
    }
    this.#open = { start, end, text, work: rewritten };
    return true;
  }

  #put(start: number, end: number, before: string, after: string): void {
    if (before === after) return;
    this.#pieces.push(this.#json.slice(this.#copied, start), JSON.stringify(after));
    this.#copied = end;
    if (this.#pieces.length < maxPieces) return;
    this.#joined.push(this.#pieces.join(""));
    this.#pieces = [];
  }
}
