/** A configuration with everything written, and null for what is unset. */
type TrainerConfig = Readonly<Record<string, string | number | boolean | null>>;

/** What `train()` sends as `experimental_config` in releases 0.5.4 to 0.5.18 of the Python client (training-api §6.2). */
export const olderConfig: TrainerConfig = {
  learning_rate: 1e-5,
  advantage_balance: 0,
  epsilon: null,
  epsilon_high: null,
  importance_sampling_level: "token",
  kimi_k2_tau: null,
  mask_prob_ratio: false,
  max_negative_advantage_importance_sampling_weight: null,
  ppo: false,
  precalculate_logprobs: false,
  scale_rewards: true,
};

/** What newer releases send. */
export const newerConfig: TrainerConfig = {
  ...olderConfig,
  allow_training_without_logprobs: false,
  kl_penalty_coef: 0,
  kl_penalty_reference_step: null,
  kl_penalty_source: "current_learner",
  kl_penalty_step_lag: null,
  kl_ref_adapter_path: null,
  logprob_calculation_chunk_size: 1024,
  loss_fn: "cispo",
  normalize_advantages: true,
  num_trajectories_learning_rate_multiplier_power: 0,
  packed_sequence_length: null,
  plot_tensors: false,
  scale_learning_rate_by_reward_std_dev: false,
  truncated_importance_sampling: null,
};
