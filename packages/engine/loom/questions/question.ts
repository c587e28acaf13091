import type { Message } from "../text/exchange.ts";

/** A call that is right: the name and all arguments. */
export interface ExpectedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** When an answer is right; all members that are given must hold. */
export interface Expectation {
  /** The whole answer, white space at its ends and a full stop aside. */
  readonly text?: string;
  /** Whole words or numbers that stand in the answer. */
  readonly contains?: readonly string[];
  /** Whole words or numbers that do not. */
  readonly lacks?: readonly string[];
  /** The first word, in any case. */
  readonly begins?: string;
  /** The answer as JSON. */
  readonly json?: unknown;
  /** The calls, one for each turn, in their order; none for an empty list. */
  readonly calls?: readonly ExpectedCall[];
  /** Says that it does not know or cannot do it (true), or does not say so (false). */
  readonly declines?: boolean;
}

/** One question for the model, written by somebody who has not seen the training text. */
export interface Question {
  readonly messages: readonly Message[];
  /** `get_weather(city: string, days?: integer)`, or the JSON of a tool. */
  readonly tools?: readonly string[];
  /** What the tools give back, one for each call of the loop. */
  readonly results?: readonly string[];
  /** A schema that the answer must obey. */
  readonly schema?: object;
  readonly expect: Expectation;
}
