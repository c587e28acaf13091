import type { Work } from "../../budgets/loop-turns.ts";

/** Rewrites the strings of a value, but not names of members. */
export interface StringRewriter {
  /** Whether a JSON text, or the token of one string in it, may contain something to rewrite. */
  mayChange(json: string): boolean;
  /** The new string, or the work that makes it. */
  rewrite(text: string): string | StringWork;
}

/** Work whose result is a string. */
export interface StringWork extends Work {
  /** The new string, after the work is done. */
  readonly result: string;
}
