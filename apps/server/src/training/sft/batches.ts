import type { Datum } from "@heddle/engine";
import type { Example } from "./example.ts";

/** The examples of one optimizer step. */
export interface Batch {
  /** Its place among all batches of the file, which chooses its learning rate. */
  readonly index: number;
  readonly examples: readonly Example[];
  readonly tokens: number;
  readonly trainedTokens: number;
  /** Examples left out because they are too long, here and in the batches before that had nothing to learn. */
  readonly dropped: number;
}

/** Collects examples into batches, in the order of the file. */
export class Batches {
  readonly #size: number;
  readonly #batches: Batch[] = [];
  #examples: Example[] = [];
  #inBatch = 0;
  #dropped = 0;
  #index = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Adds an example; undefined for one that is too long, which keeps its place. */
  add(example: Example | undefined): void {
    if (example === undefined) this.#dropped += 1;
    else this.#examples.push(example);
    this.#inBatch += 1;
    if (this.#inBatch === this.#size) this.#finish();
  }

  /** How many batches the file has, and those of them that have something to learn. */
  finished(): { readonly inFile: number; readonly trained: readonly Batch[] } {
    if (this.#inBatch > 0) this.#finish();
    const last = this.#batches.at(-1);
    if (this.#dropped > 0 && last !== undefined) {
      this.#batches[this.#batches.length - 1] = { ...last, dropped: last.dropped + this.#dropped };
      this.#dropped = 0;
    }
    return { inFile: this.#index, trained: this.#batches };
  }

  #finish(): void {
    const examples = this.#examples;
    const tokens = examples.reduce((sum, example) => sum + example.tokens.length, 0);
    const trainedTokens = examples.reduce((sum, example) => sum + trainedOf(example), 0);
    if (trainedTokens > 0) {
      const index = this.#index;
      this.#batches.push({ index, examples, tokens, trainedTokens, dropped: this.#dropped });
      this.#dropped = 0;
    }
    this.#examples = [];
    this.#inBatch = 0;
    this.#index += 1;
  }
}

/**
 * The training sequences of a batch: each position predicts the token behind it, and the weights of all
 * sequences together make the loss the mean over the tokens that are learned.
 */
export function dataOf({ examples, trainedTokens }: Batch): readonly Datum[] {
  const weight = 1 / trainedTokens;
  return examples
    .filter((example) => trainedOf(example) > 0)
    .map(({ tokens, isTrained }) => ({
      inputTokens: tokens.subarray(0, -1),
      targetTokens: tokens.subarray(1),
      weights: Float32Array.from(isTrained.subarray(1), (one) => one * weight),
    }));
}

function trainedOf({ isTrained }: Example): number {
  return isTrained.reduce((sum, one) => sum + one, 0);
}
