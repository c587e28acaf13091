import type { Message } from "../exchange.ts";
import type { Random } from "../random.ts";

/**
 * A fact that a user tells: `{v}` is its value, `{w}` what else it needs (a kind of pet, a word), `{fav}` and `{color}`
 * stand for words of two spellings.
 */
export interface ToldFact {
  readonly told: readonly string[];
  readonly asked: readonly string[];
  /** Spelled as the question is. */
  readonly answer: string;
  /** As a system prompt says it of the user. */
  readonly ofUser: string;
  readonly value: (random: Random) => string;
  readonly word?: (random: Random) => string;
}

/** Something told, and asked for later: other exchanges may lie between the two. */
export interface Recall {
  readonly key: string;
  readonly introduction: readonly Message[];
  readonly question: readonly Message[];
}
