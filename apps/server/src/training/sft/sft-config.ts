import type { TrainingJob } from "../jobs/training-job.ts";
import { UnfitRequest } from "../unfit-request.ts";

/** Which turns of the assistant are learned. */
export type TrainedTurns = "all" | "last";

/** How to train on examples, with all defaults filled in. */
export interface SftConfig {
  /** Examples of one optimizer step. */
  readonly batchSize: number;
  /** For all batches, or one for each. */
  readonly learningRate: number | readonly number[];
  readonly turns: TrainedTurns;
  /** Whether the averages of all steps become metrics of the checkpoint. */
  readonly logsMetrics: boolean;
}

/** As the schema of the request has it. */
interface SentConfig {
  readonly batch_size?: number | "auto" | null;
  readonly learning_rate?: number | readonly number[] | null;
  readonly assistant_turns?: TrainedTurns | null;
  readonly metric_logging?: { readonly enabled?: boolean | null } | null;
}

const defaultBatchSize = 2;
const defaultLearningRate = 5e-5;
/** More examples make a step whose gradient takes minutes. */
const largestBatch = 4_096;

/**
 * The configuration of a job, as the schema of the request let it pass.
 *
 * @throws UnfitRequest for a rate below 0 and for a batch that is too large
 */
export function sftConfig(config: TrainingJob["config"]): SftConfig {
  const sent = (config ?? {}) as SentConfig;
  const batchSize = sent.batch_size ?? "auto";
  if (batchSize !== "auto" && batchSize > largestBatch) {
    throw new UnfitRequest(`config.batch_size is ${batchSize}; it may be at most ${largestBatch}.`);
  }
  const learningRate = sent.learning_rate ?? defaultLearningRate;
  const rates = typeof learningRate === "number" ? [learningRate] : learningRate;
  const wrong = rates.find((rate) => rate < 0);
  if (wrong !== undefined) {
    throw new UnfitRequest(`config.learning_rate has ${wrong}; a rate is 0 or above.`);
  }
  return {
    batchSize: batchSize === "auto" ? defaultBatchSize : batchSize,
    learningRate,
    turns: sent.assistant_turns ?? "all",
    logsMetrics: sent.metric_logging?.enabled ?? false,
  };
}
