/** Tokens of the fake's vocabulary: `a` to `z`, control tokens, and the end as the last one. */
export const vocabularyTokens = 48;
/** Width of the features. */
export const width = 12;
export const endToken: number = vocabularyTokens - 1;

/** A value of a row; the model's loops stay within their rows. */
export function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? Number.NaN;
}
