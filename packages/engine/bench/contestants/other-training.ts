import type { Model } from "../../src/model/model.ts";
import type { OtherEngine } from "../other-engine.ts";
import { otherModel } from "./other-model.ts";
import { adam, lora, type TrainingBatch, type Trained } from "./training.ts";

/** A step of training of the other engine in this thread, from the weights of a model of ours. */
export function otherTraining(
  other: OtherEngine,
  ours: Model,
  trained: Trained,
  threads: number,
): (batch: TrainingBatch) => void {
  const model = otherModel(other, ours, { threads, train: trained === "full" });
  const adapter = trained === "full" ? null : model.newLora(lora.rank, lora.alpha, lora.seed);
  const group = adapter ?? model.base;
  const { learningRate: lr, betas, clipNorm: clip } = adam;
  return ({ inputTokens, targetTokens }) => {
    const weights = targetTokens.map(({ length }) => new Float32Array(length).fill(1));
    group.zeroGrad();
    model.forwardBackward(inputTokens, targetTokens, adapter, other.crossEntropy(weights));
    group.adamw({ lr, b1: betas[0], b2: betas[1], clip });
  };
}
