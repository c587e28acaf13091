import type { Work } from "../../budgets/loop-turns.ts";

/** Says what becomes of the strings of a value; names of members are left alone. */
export interface StringRewriter {
  /** Whether a JSON text, or one string as it is written there, may hold anything to rewrite. */
  mayChange(json: string): boolean;
  /** What takes the place of a string, or the work that makes it. */
  rewrite(text: string): string | StringWork;
}

/** Work whose result is a string. */
export interface StringWork extends Work {
  /** Once the work is done. */
  readonly result: string;
}
