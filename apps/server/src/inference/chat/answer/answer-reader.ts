/** A piece of an answer, in the order in which it was written. */
export type AnswerPart =
  | { readonly kind: "content" | "reasoning"; readonly text: string }
  /** The beginning of a call; its arguments follow. Once for each index, from 0. */
  | { readonly kind: "call"; readonly index: number; readonly id: string; readonly name: string }
  /** More of the JSON text of a call's arguments. */
  | { readonly kind: "arguments"; readonly index: number; readonly text: string };

/**
 * Reads the text of one answer, piece by piece. However the text is cut, the joined parts are the
 * same. No part has an empty text.
 */
export interface AnswerReader {
  push(text: string): readonly AnswerPart[];
  /**
   * Whether what was read is reasoning: it may turn out to be, it is and goes on, it was and is over,
   * or it was none. Absent where nobody looks for reasoning.
   */
  readonly reasoning?: "possible" | "open" | "over" | "none";
  /** What was held back, since it might have been the beginning of something. */
  end(): readonly AnswerPart[];
}
