import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Datum } from "../../src/datum.ts";
import { openEmbeddedEngine } from "../../src/embedded/embedded-engine.ts";
import { loomModelId } from "../../src/loom.ts";
import { adam, lora, tokensOf, type TrainingBatch } from "./training.ts";

/** A step of training an adapter through the public interface: data to the worker, log-probabilities and metrics back. */
export interface EngineTraining {
  step(batch: TrainingBatch): Promise<void>;
  close(): Promise<void>;
}

/** An engine with the model of a folder in the place of the built-in one; threads as it takes them where none are given. */
export async function engineTraining(folder: string, threads?: number): Promise<EngineTraining> {
  const directory = mkdtempSync(join(tmpdir(), "heddle-bench-engine-"));
  const engine = await openEmbeddedEngine({
    directory,
    models: { [loomModelId]: folder },
    ...(threads === undefined ? {} : { threads }),
  });
  const handle = await engine.openModel({ modelKey: "bench", baseModel: loomModelId, lora });
  return {
    step: async (batch) => {
      const share = 1 / tokensOf(batch);
      const data = batch.inputTokens.map((inputTokens, row): Datum => {
        const weights = new Float32Array(inputTokens.length).fill(share);
        return { inputTokens, targetTokens: batch.targetTokens[row]!, weights };
      });
      await engine.accumulate(handle, data, { name: "cross_entropy" });
      await engine.step(handle, adam);
    },
    close: async () => {
      await engine.shutdown();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
