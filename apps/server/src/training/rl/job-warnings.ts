import type { StepMetrics } from "../jobs/job-work.ts";
import { metricNames } from "./steps/metric-names.ts";

/**
 * Below this a job's change does not show when the model is sampled: two policies whose log probabilities differ by d
 * lie d²/2 apart (Kullback–Leibler), and it takes about 2/d² sampled tokens, here 80,000, to tell them apart.
 */
const visibleChange = 0.005;

/** What whoever sent a job should know, from its summary; empty where all is well. */
export function jobWarnings(summary: StepMetrics): readonly string[] {
  const {
    [metricNames.policyChange]: change,
    [metricNames.dropped]: dropped = 0,
    [metricNames.unrecorded]: unrecorded = 0,
    [metricNames.tokens]: tokens = 0,
    [metricNames.groupsSubmitted]: submitted = 0,
    [metricNames.groupsTrainable]: trainable = 0,
  } = summary;
  const warnings: string[] = [];
  if (submitted > 0 && trainable === 0) {
    warnings.push("In no group do the rewards differ, so there was nothing to learn from.");
  } else if (tokens === 0 && submitted > 0) {
    warnings.push("No turn could be trained, so the weights stay as they were.");
  }
  if (unrecorded > 0) {
    warnings.push(
      `${unrecorded} choices came without log probabilities and were not trained. Send choices as they came, or set allow_training_without_logprobs.`,
    );
  }
  if (dropped > 0) {
    warnings.push(
      `${dropped} sequences were left out because they are longer than the model's context, or than packed_sequence_length.`,
    );
  }
  if (change !== undefined && change < visibleChange) {
    warnings.push(
      `The job changed log probabilities by ${change.toPrecision(2)} on average, which does not show in what the model writes. ` +
        "A larger learning_rate may suit this base model; the list of base models names one.",
    );
  }
  return warnings;
}
