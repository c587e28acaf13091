import { RandomNormal } from "../../src/model/random-normal.ts";

/** Sequences of one length, each token predicting the next. */
export interface TrainingBatch {
  /** [B][T] each */
  readonly inputTokens: readonly Int32Array[];
  readonly targetTokens: readonly Int32Array[];
}

/** What is trained: all weights, or an adapter of rank 8 on all linear maps. */
export type Trained = "full" | "lora";

/** The adapter of all contestants. */
export const lora = { rank: 8, alpha: 16, seed: 2 } as const;

/** The optimizer of all contestants. */
export const adam = { learningRate: 1e-3, betas: [0.9, 0.95], epsilon: 1e-8, clipNorm: 1 } as const;

/** Random tokens: `count` sequences of `length`. */
export function randomBatch(count: number, length: number, vocabulary: number): TrainingBatch {
  const random = new RandomNormal(5);
  const rows = Array.from({ length: count }, () =>
    Int32Array.from({ length: length + 1 }, () => Math.floor(random.uniform() * vocabulary)),
  );
  return {
    inputTokens: rows.map((row) => row.slice(0, -1)),
    targetTokens: rows.map((row) => row.slice(1)),
  };
}

/** Tokens of all sequences. */
export function tokensOf({ inputTokens }: TrainingBatch): number {
  return inputTokens.reduce((sum, row) => sum + row.length, 0);
}
