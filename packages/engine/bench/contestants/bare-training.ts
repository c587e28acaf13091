import { Arena } from "../../src/compute/arena.ts";
import { Compute } from "../../src/compute/compute.ts";
import { Model } from "../../src/model/model.ts";
import { runToEnd } from "../../src/model/run-to-end.ts";
import type { ModelShape } from "../../src/model/shape.ts";
import { adamwStep } from "../../src/optimizer/adamw.ts";
import { adam, lora, tokensOf, type TrainingBatch, type Trained } from "./training.ts";

/** A model of ours and a step of training on it in this thread: forward, backward, optimizer. */
export interface BareTraining {
  readonly model: Model;
  step(batch: TrainingBatch): void;
  close(): Promise<void>;
}

/** A fresh model of this shape. */
export function bareTraining(shape: ModelShape, trained: Trained, threads: number): BareTraining {
  const compute = new Compute({ threads });
  const model = new Model(shape, compute, { trainable: trained === "full" });
  model.initialise(1);
  const arena = new Arena(compute.memory);
  const adapter =
    trained === "full" ? null : model.createAdapter({ ...lora, targets: "all", trainable: true });
  return {
    model,
    step: (batch) => {
      const share = -1 / tokensOf(batch);
      const sequences = {
        inputTokens: [...batch.inputTokens],
        targetTokens: [...batch.targetTokens],
      };
      const mean = (logprobs: readonly Float32Array[]): Float32Array[] =>
        logprobs.map((row) => new Float32Array(row.length).fill(share));
      runToEnd(model.train(sequences, adapter, mean, arena));
      adamwStep(compute, adapter?.tensors ?? model.weights, adam);
    },
    close: () => compute.close(),
  };
}
