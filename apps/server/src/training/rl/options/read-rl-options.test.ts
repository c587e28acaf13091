import type { Training } from "@heddle/types";
import { describe, expect, it } from "vitest";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import { readRlOptions } from "./read-rl-options.ts";
import type { RlOptions } from "./rl-options.ts";

type Config = Training.ExperimentalTrainingConfig;

const defaults: RlOptions = {
  learningRate: 5e-6,
  ratePower: 0,
  scalesRateByRewardDeviation: false,
  policy: { ppo: false },
  scaleRewards: true,
  advantageBalance: 0,
  precalculatesLogprobs: false,
  trainsUnrecorded: false,
};

/** What each member changes; members that change nothing are in `idle`. */
const rows: readonly (readonly [Config, Partial<RlOptions>])[] = [
  [{ learning_rate: 0.003 }, { learningRate: 0.003 }],
  [{ learning_rate: 0 }, { learningRate: 0 }],
  [{ ppo: true }, { policy: { ppo: true } }],
  [{ loss_fn: "ppo" }, { policy: { ppo: true } }],
  [{ loss_fn: "ppo", ppo: true }, { policy: { ppo: true } }],
  [{ epsilon: 0.1 }, { policy: { ppo: false, epsilon: 0.1 } }],
  [{ epsilon_high: 0.3 }, { policy: { ppo: false, epsilonHigh: 0.3 } }],
  ...(["token", "sequence", "average", "geometric_average"] as const).map(
    (level): readonly [Config, Partial<RlOptions>] => [
      { importance_sampling_level: level },
      { policy: { ppo: false, importanceSamplingLevel: level } },
    ],
  ),
  [
    { max_negative_advantage_importance_sampling_weight: 2 },
    { policy: { ppo: false, maxNegativeAdvantageImportanceSamplingWeight: 2 } },
  ],
  [{ mask_prob_ratio: true }, { policy: { ppo: false, maskProbRatio: true } }],
  [
    { truncated_importance_sampling: 2 },
    { policy: { ppo: false, truncatedImportanceSampling: 2 } },
  ],
  [{ kimi_k2_tau: 0.1 }, { policy: { ppo: false, kimiK2Tau: 0.1 } }],
  [{ modelfamily_k2_tau: 0.1 }, { policy: { ppo: false, kimiK2Tau: 0.1 } }],
  [{ modelfamily_k2_tau: 0.1, kimi_k2_tau: 0.1 }, { policy: { ppo: false, kimiK2Tau: 0.1 } }],
  [{ advantage_balance: -1 }, { advantageBalance: -1 }],
  [{ scale_rewards: false }, { scaleRewards: false }],
  [{ normalize_advantages: false }, { scaleRewards: false }],
  [{ scale_rewards: true, normalize_advantages: false }, { scaleRewards: false }],
  [{ scale_rewards: false, normalize_advantages: true }, { scaleRewards: false }],
  [{ precalculate_logprobs: true }, { precalculatesLogprobs: true }],
  [{ allow_training_without_logprobs: true }, { trainsUnrecorded: true }],
  [{ scale_learning_rate_by_reward_std_dev: true }, { scalesRateByRewardDeviation: true }],
  [{ num_trajectories_learning_rate_multiplier_power: -0.5 }, { ratePower: -0.5 }],
  [{ packed_sequence_length: 4096 }, { rowTokens: 4096 }],
  [{ packed_sequence_length: 300, logprob_calculation_chunk_size: 100 }, { rowTokens: 300 }],
  [
    { kl_penalty_coef: 0.1 },
    { penalty: { coefficient: 0.1, source: "sample", reference: { kind: "base" } } },
  ],
  [
    { kl_penalty_coef: 0.1, kl_penalty_source: "current_learner", kl_penalty_reference_step: 0 },
    {
      penalty: {
        coefficient: 0.1,
        source: "current_learner",
        reference: { kind: "step", step: 0 },
      },
    },
  ],
  [
    { kl_penalty_coef: 0.1, kl_penalty_step_lag: 3 },
    { penalty: { coefficient: 0.1, source: "sample", reference: { kind: "lag", steps: 3 } } },
  ],
];

const idle: readonly (Config | null | undefined)[] = [
  undefined,
  null,
  {},
  { loss_fn: "cispo" },
  { loss_fn: "cispo", ppo: false },
  { plot_tensors: true },
  { logprob_calculation_chunk_size: 7 },
  { kl_penalty_reference_step: 2 },
  { kl_penalty_coef: 0, kl_penalty_step_lag: 2 },
  { unheard_of: true } as Config,
  // What the newest client sends by default, but for what is no default here.
  {
    advantage_balance: 0,
    allow_training_without_logprobs: false,
    epsilon: null,
    epsilon_high: null,
    kimi_k2_tau: null,
    kl_penalty_coef: 0,
    kl_penalty_reference_step: null,
    kl_penalty_source: "current_learner",
    kl_penalty_step_lag: null,
    kl_ref_adapter_path: null,
    learning_rate: 5e-6,
    logprob_calculation_chunk_size: 1024,
    loss_fn: "cispo",
    max_negative_advantage_importance_sampling_weight: null,
    normalize_advantages: true,
    num_trajectories_learning_rate_multiplier_power: 0,
    packed_sequence_length: null,
    plot_tensors: false,
    ppo: false,
    precalculate_logprobs: false,
    scale_learning_rate_by_reward_std_dev: false,
    scale_rewards: true,
    truncated_importance_sampling: null,
  },
];

const refused: readonly (readonly [Config, string])[] = [
  [{ ppo: true, loss_fn: "cispo" }, "loss_fn"],
  [{ ppo: false, loss_fn: "ppo" }, "loss_fn"],
  [{ kimi_k2_tau: 0.1, modelfamily_k2_tau: 0.2 }, "modelfamily_k2_tau"],
  [{ kl_penalty_reference_step: 0, kl_penalty_step_lag: 1 }, "kl_penalty_step_lag"],
  [{ kl_penalty_reference_step: -1 }, "kl_penalty_reference_step"],
  [{ kl_penalty_step_lag: 0 }, "kl_penalty_step_lag"],
  [{ kl_penalty_coef: -0.1 }, "kl_penalty_coef"],
  [{ kl_ref_adapter_path: "/models/adapter" }, "kl_ref_adapter_path"],
  [{ learning_rate: -1 }, "learning_rate"],
  [{ learning_rate: Infinity }, "learning_rate"],
  [{ epsilon: -0.1 }, "epsilon"],
  [{ epsilon_high: -0.1 }, "epsilon_high"],
  [
    { max_negative_advantage_importance_sampling_weight: -1 },
    "max_negative_advantage_importance_sampling_weight",
  ],
  [{ truncated_importance_sampling: -1 }, "truncated_importance_sampling"],
  [{ kimi_k2_tau: -1 }, "kimi_k2_tau"],
  [{ modelfamily_k2_tau: -1 }, "modelfamily_k2_tau"],
  [{ advantage_balance: 1.5 }, "advantage_balance"],
  [{ advantage_balance: -1.5 }, "advantage_balance"],
  [
    { num_trajectories_learning_rate_multiplier_power: Number.NaN },
    "num_trajectories_learning_rate_multiplier_power",
  ],
  [{ logprob_calculation_chunk_size: 0 }, "logprob_calculation_chunk_size"],
  [{ logprob_calculation_chunk_size: 1.5 }, "logprob_calculation_chunk_size"],
  [{ packed_sequence_length: 0 }, "packed_sequence_length"],
  [{ packed_sequence_length: 1000 }, "packed_sequence_length"],
  [
    { packed_sequence_length: 1024, logprob_calculation_chunk_size: 1000 },
    "packed_sequence_length",
  ],
];

describe("the configuration of a job by reward", () => {
  it.each(rows)("%j", (config, expected) => {
    expect(readRlOptions(config)).toEqual({ ...defaults, ...expected });
  });

  it.each([...idle])("%j says nothing", (config) => {
    expect(readRlOptions(config)).toEqual(defaults);
  });

  it.each(refused)("refuses %j by name", (config, member) => {
    let refusal: unknown;
    try {
      readRlOptions(config);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(InvalidParameter);
    expect(refusal).toMatchObject({
      param: `experimental_config.${member}`,
      message: expect.stringContaining(member),
    });
  });
});
