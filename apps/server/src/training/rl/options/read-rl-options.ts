import type { Training } from "@heddle/types";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import { checkNumbers } from "./check-numbers.ts";
import { refused } from "./refused.ts";
import type { ReferencePenalty, ReferencePolicy, RlOptions } from "./rl-options.ts";

/** A configuration without its nulls, which mean the same as absent members. */
type Config = {
  readonly [Name in keyof Training.ExperimentalTrainingConfig]?: NonNullable<
    Training.ExperimentalTrainingConfig[Name]
  >;
};

/** What clients send for models of billions of parameters; the reference's default (training-api §6.2). */
const defaultLearningRate = 5e-6;
const defaultChunkTokens = 1024;

/**
 * How a job trains, from the `experimental_config` of its request (training-api §6.2). Members that are null or absent
 * have their defaults; those that this service does not know are ignored.
 *
 * @throws InvalidParameter naming the member that breaks a rule, or that this server does not honour
 */
export function readRlOptions(
  sent: Training.ExperimentalTrainingConfig | null | undefined,
): RlOptions {
  const config = withoutNulls(sent ?? {});
  checkNumbers(config);
  if (config.kl_ref_adapter_path !== undefined) {
    throw new InvalidParameter(
      "experimental_config.kl_ref_adapter_path",
      "kl_ref_adapter_path names a file of the server, and this server reads none: name a checkpoint " +
        "with kl_penalty_reference_step.",
      "unsupported_parameter",
    );
  }
  const penalty = penaltyOf(config);
  const rowTokens = rowTokensOf(config);
  return {
    learningRate: config.learning_rate ?? defaultLearningRate,
    ratePower: config.num_trajectories_learning_rate_multiplier_power ?? 0,
    scalesRateByRewardDeviation: config.scale_learning_rate_by_reward_std_dev ?? false,
    policy: policyOf(config),
    scaleRewards: (config.scale_rewards ?? true) && (config.normalize_advantages ?? true),
    advantageBalance: config.advantage_balance ?? 0,
    precalculatesLogprobs: config.precalculate_logprobs ?? false,
    trainsUnrecorded: config.allow_training_without_logprobs ?? false,
    ...(penalty !== undefined && { penalty }),
    ...(rowTokens !== undefined && { rowTokens }),
  };
}

function withoutNulls(sent: Training.ExperimentalTrainingConfig): Config {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)) as Config;
}

function policyOf(config: Config): RlOptions["policy"] {
  const { epsilon, epsilon_high: epsilonHigh, importance_sampling_level: level } = config;
  const largest = config.max_negative_advantage_importance_sampling_weight;
  const truncation = config.truncated_importance_sampling;
  const tau = tauOf(config);
  return {
    ppo: isPpo(config),
    ...(epsilon !== undefined && { epsilon }),
    ...(epsilonHigh !== undefined && { epsilonHigh }),
    ...(level !== undefined && { importanceSamplingLevel: level }),
    ...(largest !== undefined && { maxNegativeAdvantageImportanceSamplingWeight: largest }),
    ...(config.mask_prob_ratio !== undefined && { maskProbRatio: config.mask_prob_ratio }),
    ...(tau !== undefined && { kimiK2Tau: tau }),
    ...(truncation !== undefined && { truncatedImportanceSampling: truncation }),
  };
}

function isPpo({ ppo, loss_fn: loss }: Config): boolean {
  if (loss === undefined) return ppo ?? false;
  if (ppo === undefined || ppo === (loss === "ppo")) return loss === "ppo";
  throw refused("loss_fn", `loss_fn is ${loss} and ppo is ${ppo}: leave one of them out.`);
}

function tauOf({ kimi_k2_tau: tau, modelfamily_k2_tau: neutral }: Config): number | undefined {
  if (tau !== undefined && neutral !== undefined && tau !== neutral) {
    throw refused(
      "modelfamily_k2_tau",
      `modelfamily_k2_tau is ${neutral} and kimi_k2_tau is ${tau}; they are two names of one option: leave one of them out.`,
    );
  }
  return tau ?? neutral;
}

/** Undefined where nothing is penalised. */
function penaltyOf(config: Config): ReferencePenalty | undefined {
  const reference = referenceOf(config);
  const coefficient = config.kl_penalty_coef ?? 0;
  if (coefficient === 0) return undefined;
  // As the client sends it where its own caller says nothing.
  return { coefficient, source: config.kl_penalty_source ?? "sample", reference };
}

function referenceOf(config: Config): ReferencePolicy {
  const { kl_penalty_reference_step: step, kl_penalty_step_lag: lag } = config;
  if (step !== undefined && lag !== undefined) {
    throw refused(
      "kl_penalty_step_lag",
      "kl_penalty_step_lag and kl_penalty_reference_step both name a reference: leave one of them out.",
    );
  }
  if (step !== undefined) return { kind: "step", step };
  return lag === undefined ? { kind: "base" } : { kind: "lag", steps: lag };
}

function rowTokensOf(config: Config): number | undefined {
  const rowTokens = config.packed_sequence_length;
  const chunkTokens = config.logprob_calculation_chunk_size ?? defaultChunkTokens;
  if (rowTokens === undefined || rowTokens % chunkTokens === 0) return rowTokens;
  throw refused(
    "packed_sequence_length",
    `packed_sequence_length is ${rowTokens}, and must be a multiple of logprob_calculation_chunk_size, ${chunkTokens}.`,
  );
}
