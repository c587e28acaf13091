import type { Adapter } from "../adapters/adapter.ts";
import type { Arena } from "../compute/arena.ts";
import type { Compute } from "../compute/compute.ts";
import type {
  AccumulateResult,
  AdamParameters,
  Datum,
  ForwardResult,
  LossSpec,
  StepResult,
} from "../datum.ts";
import { EngineError } from "../errors.ts";
import { combineMetrics, lossOf } from "../losses/index.ts";
import { microBatches } from "../model/micro-batches.ts";
import type { Model } from "../model/model.ts";
import type { TargetScores } from "../model/train.ts";
import { adamwStep } from "../optimizer/adamw.ts";
import { gradientNorm } from "../optimizer/gradient-norm.ts";
import type { StateShadow } from "./state-shadow.ts";
import { stateBlocks } from "./training-state.ts";

/** An open model in the worker, with what its passes need. */
export interface TrainedModel {
  readonly model: Model;
  readonly adapter: Adapter;
  readonly shadow: StateShadow;
  readonly compute: Compute;
  readonly maxTrainingTokens: number;
}

/** What a pass says when it can be interrupted: within a pass, or between two, when its arena is empty. */
export type Pause = "layer" | "batch";

/** What is known of the targets of every sequence, [N] each, under the weights of now. */
export function* forward(
  trained: TrainedModel,
  data: readonly Datum[],
  arena: Arena,
): Generator<Pause, ForwardResult> {
  const logprobs: Float32Array[] = [];
  const entropies: Float32Array[] = [];
  for (const batch of microBatches(lengthsOf(data), trained.maxTrainingTokens)) {
    const scores = yield* pass(trained, selected(data, batch), null, arena);
    logprobs.push(...scores.logprobs);
    entropies.push(...scores.entropies);
    yield "batch";
  }
  return { logprobs, entropies };
}

/**
 * Adds the gradient of a loss over a batch: all of it or, when it fails or is given up, nothing.
 * The loss is a function of log-probabilities: its derivative by them is what the backward pass starts from.
 */
export function* accumulate(
  trained: TrainedModel,
  data: readonly Datum[],
  spec: LossSpec,
  arena: Arena,
): Generator<Pause, AccumulateResult> {
  const lossFunction = lossOf(spec);
  const { tensors } = trained.adapter;
  const before = tensors.saveGradient();
  let isWhole = false;
  try {
    const logprobs: Float32Array[] = [];
    const entropies: Float32Array[] = [];
    const metrics: Readonly<Record<string, number>>[] = [];
    for (const batch of microBatches(lengthsOf(data), trained.maxTrainingTokens)) {
      const part = selected(data, batch);
      const coefficients = (found: Float32Array[]): Float32Array[] =>
        part.map((datum, index) => {
          const values = found[index];
          if (values === undefined) throw new Error(`a pass gave nothing for sequence ${index}`);
          const term = lossFunction(datum, values);
          metrics.push(term.metrics);
          return term.gradient;
        });
      const scores = yield* pass(trained, part, coefficients, arena);
      logprobs.push(...scores.logprobs);
      entropies.push(...scores.entropies);
      yield "batch";
    }
    if (!Number.isFinite(gradientNorm(trained.compute, tensors))) {
      throw new EngineError(
        "numerical",
        "the gradient is not finite; it was taken back. Smaller weights or advantages, or a smaller learning rate in the steps before, keep it finite",
      );
    }
    isWhole = true;
    return { logprobs, entropies, metrics: combineMetrics(metrics) };
  } finally {
    if (isWhole) before.discard();
    else before.restore();
  }
}

/**
 * One optimizer step, and the state after it into the shadow. Where a weight would not be finite, nothing changes: a
 * smaller learning rate can use the same gradient. Where a moment would not be, no learning rate could use the
 * gradient, so it is cleared.
 */
export function step(trained: TrainedModel, adam: AdamParameters): StepResult {
  const { adapter, compute, shadow } = trained;
  const { tensors } = adapter;
  const { memory } = compute;
  const stepBefore = tensors.step;
  const gradient = memory.floats(tensors.blocks.gradients, tensors.count).slice();
  const hadGradient = tensors.hasGradient;
  const norm = adamwStep(compute, tensors, adam);
  const { weights, firstMoments, secondMoments } = tensors.blocks;
  const isFinite = (block: number): boolean =>
    Number.isFinite(compute.kernels.sumOfSquares(block, tensors.count));
  const areMomentsFinite = isFinite(firstMoments) && isFinite(secondMoments);
  if (areMomentsFinite && isFinite(weights)) {
    shadow.write(tensors.step, stateBlocks(tensors, memory));
    return { gradientNorm: norm, step: tensors.step };
  }
  shadow.read(stateBlocks(tensors, memory));
  tensors.step = stepBefore;
  if (!areMomentsFinite) {
    throw new EngineError(
      "numerical",
      `the gradient is too large for the optimizer (norm ${norm}): the step was not taken and the gradient cleared. Use clipNorm, or smaller weights and advantages in the data`,
    );
  }
  memory.floats(tensors.blocks.gradients, tensors.count).set(gradient);
  tensors.hasGradient = hadGradient;
  throw new EngineError(
    "numerical",
    `the step would leave weights that are not finite (gradient norm ${norm}, learning rate ${adam.learningRate}); it was taken back, and the gradient waits for the next step. Use a smaller learning rate`,
  );
}

/** One pass through the model; given up or failed, it gives its scratch back. */
function* pass(
  { model, adapter }: TrainedModel,
  data: readonly Datum[],
  coefficients: ((logprobs: Float32Array[]) => Float32Array[]) | null,
  arena: Arena,
): Generator<Pause, TargetScores> {
  const batch = {
    inputTokens: data.map(({ inputTokens }) => inputTokens),
    targetTokens: data.map(({ targetTokens }) => targetTokens),
  };
  const running = model.train(batch, adapter, coefficients, arena);
  try {
    let result = running.next();
    while (result.done !== true) {
      yield "layer";
      result = running.next();
    }
    return result.value;
  } finally {
    running.return({ logprobs: [], entropies: [] });
  }
}

function lengthsOf(data: readonly Datum[]): number[] {
  return data.map(({ inputTokens }) => inputTokens.length);
}

function selected(data: readonly Datum[], indices: readonly number[]): Datum[] {
  return indices.map((index) => {
    const datum = data[index];
    if (datum === undefined) throw new Error(`there is no sequence ${index}`);
    return datum;
  });
}
