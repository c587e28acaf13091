import type { BaseText, SamplingTarget } from "@heddle/engine";
import type { Training } from "@heddle/types";

/** The spread of rewards at a step of a model. */
export interface RewardDeviation {
  readonly step: number;
  /** `train/reward_std_dev` of the checkpoint. */
  readonly value: number;
}

/** What a job of reinforcement learning is made of, and what its work may ask of the model's past. */
export interface RlInput {
  readonly groups: readonly Training.TrajectoryGroup[];
  /** As it came. */
  readonly config: Training.ExperimentalTrainingConfig | null | undefined;
  /** The step of the checkpoint that the job starts from. */
  readonly step: number;
  /** Tokenizer and chat template of the model's base. */
  readonly text: BaseText;
  /** Where the engine samples the checkpoint of a step; undefined where the model has none of it. */
  samplerOf(step: number, signal: AbortSignal): Promise<SamplingTarget | undefined>;
  /** What is known of the spread of rewards so far, that of this job's own groups included. */
  rewardDeviations(signal: AbortSignal): Promise<readonly RewardDeviation[]>;
}
