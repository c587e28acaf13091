import type { ChatForm } from "../chat-tokens.ts";
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
  /** Bytes of all answers, an end of turn counting as one. */
  readonly answerBytes: number;
}

/** The next conversations of the training text, about `batchTokens` tokens of them. */
export function nextTextBatch(
  random: Random,
  settings: RunSettings,
  progress: number,
  form: ChatForm,
): TextBatch {
  const inputTokens: Int32Array[] = [];
  const targetTokens: Int32Array[] = [];
  const weights: Float32Array[] = [];
  let total = 0;
  let answerBytes = 0;
  while (total < settings.batchTokens) {
    const { tokens, isAnswer } = form.tokens(trainingConversation(random, progress));
    inputTokens.push(tokens.slice(0, -1));
    targetTokens.push(tokens.slice(1));
    weights.push(Float32Array.from(isAnswer.subarray(1), (mark) => mark || settings.promptWeight));
    total += tokens.length - 1;
    answerBytes += form.answerBytes(tokens, isAnswer);
  }
  return { inputTokens, targetTokens, weights, tokens: total, answerBytes };
}

/** What the loss of a batch says about its answers: Σ −logprob over their tokens, in nats per byte. */
export function answerLoss(batch: TextBatch, logprobs: readonly Float32Array[]): number {
  let sum = 0;
  for (const [sequence, weights] of batch.weights.entries()) {
    for (const [position, weight] of weights.entries()) {
      if (weight !== 1) continue;
      sum -= logprobs[sequence]?.[position] ?? Number.NaN;
    }
  }
  return sum / batch.answerBytes;
}

/** dL/dlogprob [N] of each sequence for L = −Σ w·logprob / Σ w, the weighted mean of cross-entropy. */
export function meanCrossEntropyGradient(batch: TextBatch): Float32Array[] {
  let total = 0;
  for (const weights of batch.weights) for (const weight of weights) total += weight;
  return batch.weights.map((weights) => weights.map((weight) => -weight / total));
}
