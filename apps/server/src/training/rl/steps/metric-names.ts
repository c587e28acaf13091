/** What a job by reward reports; the names that the newest client gives them (training-api §7.6). */
export const metricNames = {
  loss: "loss/train",
  entropy: "loss/entropy",
  divergence: "loss/kl_policy_ref",
  learningRate: "loss/learning_rate",
  gradientNorm: "loss/grad_norm",
  /** Of the last step alone: how far the job moved the log probabilities of its own tokens. */
  policyChange: "loss/policy_change",
  groupsSubmitted: "data/step_num_groups_submitted",
  groupsTrainable: "data/step_num_groups_trainable",
  trajectories: "data/step_num_trajectories",
  sequences: "data/step_num_datums",
  tokens: "data/step_trainer_tokens",
  /** Sequences and turns that fit no row, or not the model. */
  dropped: "data/step_num_sequences_dropped",
  /** Choices without log probabilities. */
  unrecorded: "data/step_num_choices_without_logprobs",
} as const;
