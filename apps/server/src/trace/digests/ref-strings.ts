import { requestBounds } from "../../config/request-bounds.ts";
import { OverLimit } from "../../refusals/refusal.ts";
import { JsonRewrite } from "../json-text/json-rewrite.ts";
import { TooDeep, TooManyMembers } from "../json-text/json-bounds.ts";
import type { StringRewriter, StringWork } from "../json-text/string-rewriter.ts";
import { mayHoldRef } from "./ref-traces.ts";

/** The rule for the refs among the strings of a value. */
export interface RefRule {
  /** Strings that start with one of these are refs. */
  readonly prefixes: readonly string[];
  /** The new ref; the same string if nothing changes. */
  rewrite(ref: string): string;
  /**
   * Whether JSON inside a string that exceeds a bound, in depth or in its rewritten length, is an
   * error. If not, such a string is not changed.
   */
  readonly refusesLargeText: boolean;
}

/** Most levels of JSON inside strings of JSON that are opened. */
const maxLevels = 8;
/**
 * Most characters of all rewritten texts of one value, for each level. Each level doubles the
 * backslashes of the level inside: two bytes become 133.
 */
const maxWritten = requestBounds.nestedTextCharacters.limit;
const maxMembers = requestBounds.nestedTextMembers.limit;

/**
 * Rewrites the refs among the strings of one value, also in JSON inside strings. Such JSON is
 * rewritten in Python's style and keeps the order of its names; without a ref it keeps its bytes.
 */
export class RefStrings implements StringRewriter {
  readonly #rule: RefRule;
  readonly #level: number;
  /** Rewritten characters, by level. */
  readonly #written: number[];

  constructor(rule: RefRule, level: number = 0, written: number[] = []) {
    this.#rule = rule;
    this.#level = level;
    this.#written = written;
  }

  mayChange(json: string): boolean {
    return mayHoldRef(json, this.#rule.prefixes);
  }

  rewrite(text: string): string | StringWork {
    const { prefixes } = this.#rule;
    if (prefixes.some((prefix) => text.startsWith(prefix))) return this.#rule.rewrite(text);
    if (this.#level === maxLevels || !prefixes.some((prefix) => text.includes(prefix))) return text;
    return new EmbeddedJson(text, this.#rule, this.#level, this.#written);
  }
}

/** A text inside a string, which is rewritten if it is JSON and contains a ref. */
class EmbeddedJson implements StringWork {
  readonly #rule: RefRule;
  readonly #level: number;
  readonly #written: number[];
  readonly #rewrite: JsonRewrite;
  #isTooLong = false;
  #result: string;

  constructor(text: string, rule: RefRule, level: number, written: number[]) {
    this.#rule = rule;
    this.#level = level;
    this.#written = written;
    this.#result = text;
    this.#rewrite = new JsonRewrite(text, {
      order: "asGiven",
      nonFinite: true,
      isSpaced: true,
      infinity: "Infinity",
      maxMembers,
      strings: new RefStrings(rule, level + 1, written),
      maxLength: maxWritten - this.#writtenBefore,
      onFull: () => (this.#isTooLong = true),
    });
  }

  get result(): string {
    return this.#result;
  }

  advance(): boolean {
    try {
      if (!this.#rewrite.advance()) return false;
    } catch (error) {
      if (this.#leavesAlone(error)) return true;
      throw error;
    }
    // A text that only mentions a ref keeps its bytes.
    if (!this.#rewrite.hasChanged) return true;
    if (!this.#isTooLong) {
      this.#result = this.#rewrite.text;
      this.#written[this.#level] = this.#writtenBefore + this.#result.length;
    } else if (this.#rule.refusesLargeText) {
      throw textTooLong();
    }
    return true;
  }

  get #writtenBefore(): number {
    return this.#written[this.#level] ?? 0;
  }

  #leavesAlone(error: unknown): boolean {
    if (error instanceof SyntaxError) return true;
    const isTooLarge = error instanceof TooDeep || error instanceof TooManyMembers;
    return isTooLarge && !this.#rule.refusesLargeText;
  }
}

function textTooLong(): OverLimit {
  return new OverLimit(
    "The texts of JSON inside of this value grow too long when their refs are written as they are " +
      "stored. Send them as JSON instead of as text.",
  );
}
