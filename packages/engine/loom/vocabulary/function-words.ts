/**
 * Words, and the quotation mark, that have a second token with the space before them. All others have one token in
 * every place, so that a word copied from the middle of a sentence to the beginning of an answer stays the same token.
 */
export const functionWords: readonly string[] = (
  "the a an is are was of to in on and or for with it i you me my your that this what which how do does can have has " +
  'not no from at by as be than if then there one all please word words first last "'
).split(" ");
