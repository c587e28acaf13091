import type { Adapter } from "../../adapters/adapter.ts";
import { Arena } from "../../compute/arena.ts";
import type { Model } from "../../model/model.ts";
import { runToEnd } from "../../model/run-to-end.ts";
import type { TensorGroup } from "../../model/tensor-group.ts";
import type { TrainingSequences } from "../../model/training-batch.ts";
import { randomTokens } from "./random-weights.ts";

/** Sequences of these lengths with a factor for each target. */
export interface WeightedSequences extends TrainingSequences {
  readonly factors: readonly Float32Array[];
}

export function randomSequences(
  lengths: readonly number[],
  vocabulary: number,
  seed: number,
): WeightedSequences {
  return {
    inputTokens: lengths.map((n, i) => randomTokens(n, vocabulary, seed + 2 * i)),
    targetTokens: lengths.map((n, i) => randomTokens(n, vocabulary, seed + 2 * i + 1)),
    factors: lengths.map((n, i) => Float32Array.from({ length: n }, (_, t) => -1 - ((t + i) % 3))),
  };
}

/** One pass forward and backward: Σ factor · logprob is what it differentiates. */
export function accumulate(
  model: Model,
  sequences: WeightedSequences,
  adapter: Adapter | null = null,
): Float32Array[] {
  const arena = new Arena(model.compute.memory);
  const { logprobs } = runToEnd(model.train(sequences, adapter, () => sequences.factors, arena));
  arena.free();
  return logprobs;
}

/** Copies of all tensors of one kind. */
export function copied(
  group: TensorGroup,
  kind: "floats" | "gradient" | "firstMoment" | "secondMoment" = "floats",
): Map<string, Float32Array> {
  return new Map([...group.names()].map((name) => [name, group[kind](name).slice()]));
}
