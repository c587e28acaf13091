import fc from "fast-check";

/** Enough for every branch of a pattern; the seed makes each run the same. */
const sampling = { numRuns: 5_000, seed: 20_261_123 };

/**
 * Whether a pattern takes all texts that another one takes, as far as a sample of them shows. The
 * sample is drawn from the other pattern.
 */
export function takesAllOf(pattern: string, other: string): boolean {
  const wide = new RegExp(pattern, "u");
  const texts = fc.sample(fc.stringMatching(new RegExp(other, "u")), sampling);
  return texts.every((text) => wide.test(text));
}
