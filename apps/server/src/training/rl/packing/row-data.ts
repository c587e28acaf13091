import { balanced, type PolicyDatum } from "@heddle/engine/losses";
import { count, type WorthySequence } from "../sequences/trained-groups.ts";
import type { Row } from "./pack-rows.ts";

/**
 * The training sequences of each row, with weights and advantages in one scale for the whole job (training-api §7.3):
 *
 *     w ← w / mean of w over all tokens that are trained
 *     A ← A·(1 − b) where A < 0 and b > 0;  A·(1 + b) where A > 0 and b < 0
 *     A ← A / mean of |A|·w over the same tokens
 *
 * and the weights of a row divided by its trained tokens, so that the sum of its terms is the loss of its step. Empty
 * where no advantage is left.
 */
export function rowData(
  rows: readonly Row[],
  balance: number,
): readonly (readonly PolicyDatum[])[] {
  const all = rows.flat();
  const tokens = sum(all, ({ mask }) => count(mask));
  const meanWeight = sum(all, ({ weight, mask }) => weight * count(mask)) / tokens;
  const size =
    sum(all, ({ advantage, weight, mask }) => {
      return (Math.abs(balanced(advantage, balance)) * weight * count(mask)) / meanWeight;
    }) / tokens;
  if (!(size > 0)) return [];
  return rows.map((row) => {
    const inRow = sum(row, ({ mask }) => count(mask));
    return row.map((sequence) =>
      datumOf(
        sequence,
        sequence.weight / meanWeight / inRow,
        balanced(sequence.advantage, balance) / size,
      ),
    );
  });
}

/** Shifted: position t predicts token t + 1. */
function datumOf(
  { tokens, mask, logprobs }: WorthySequence,
  weight: number,
  advantage: number,
): PolicyDatum {
  const trained = mask.subarray(1);
  const where = (value: number): Float32Array =>
    Float32Array.from(trained, (isWritten) => (isWritten === 1 ? value : 0));
  return {
    inputTokens: tokens.slice(0, -1),
    targetTokens: tokens.slice(1),
    weights: where(weight),
    advantages: where(advantage),
    behaviourLogprobs: Float32Array.from(trained, (isWritten, t) =>
      isWritten === 1 ? (logprobs[t + 1] ?? Number.NaN) : 0,
    ),
  };
}

function sum(sequences: readonly WorthySequence[], of: (one: WorthySequence) => number): number {
  return sequences.reduce((total, one) => total + of(one), 0);
}
