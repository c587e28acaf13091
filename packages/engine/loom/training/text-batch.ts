import { chatTokens } from "../chat-tokens.ts";
import { trainingConversation } from "../curriculum.ts";
import type { Random } from "../text/random.ts";
import type { RunSettings } from "./settings.ts";

/** Conversations as the model is trained on them; position t of a sequence predicts its target t. */
export interface TextBatch {
  readonly inputTokens: Int32Array[];
  readonly targetTokens: Int32Array[];
  /** Weight of each target in the loss. */
  readonly weights: Float32Array[];
  readonly tokens: number;
}

/** The next conversations of the training text, about `batchTokens` tokens of them. */
export function nextTextBatch(random: Random, settings: RunSettings, progress: number): TextBatch {
  const inputTokens: Int32Array[] = [];
  const targetTokens: Int32Array[] = [];
  const weights: Float32Array[] = [];
  let total = 0;
  while (total < settings.batchTokens) {
    const { tokens, isAnswer } = chatTokens(trainingConversation(random, progress));
    inputTokens.push(tokens.slice(0, -1));
    targetTokens.push(tokens.slice(1));
    weights.push(Float32Array.from(isAnswer.subarray(1), (mark) => mark || settings.promptWeight));
    total += tokens.length - 1;
  }
  return { inputTokens, targetTokens, weights, tokens: total };
}

/** What the loss of a batch says about its answers: mean of −logprob over their tokens, in nats. */
export function answerLoss(batch: TextBatch, logprobs: readonly Float32Array[]): number {
  let sum = 0;
  let count = 0;
  for (const [sequence, weights] of batch.weights.entries()) {
    for (const [position, weight] of weights.entries()) {
      if (weight !== 1) continue;
      sum -= logprobs[sequence]?.[position] ?? Number.NaN;
      count += 1;
    }
  }
  return sum / count;
}

/** dL/dlogprob [N] of each sequence for L = −Σ w·logprob / Σ w, the weighted mean of cross-entropy. */
export function meanCrossEntropyGradient(batch: TextBatch): Float32Array[] {
  let total = 0;
  for (const weights of batch.weights) for (const weight of weights) total += weight;
  return batch.weights.map((weights) => weights.map((weight) => -weight / total));
}
