import { JobFailure, type StepMetrics } from "./job-work.ts";

/**
 * The metrics of a step as they are told.
 *
 * @throws JobFailure naming the first that is not finite: weights that give such numbers are no good
 */
export function finiteMetrics(metrics: StepMetrics, step: number): StepMetrics {
  for (const [name, value] of Object.entries(metrics)) {
    if (Number.isFinite(value)) continue;
    throw new JobFailure(
      `Step ${step} gave a number that is not finite (${name}). The weights stay as they were ` +
        "before the job. Lower the learning rate, or check the data.",
    );
  }
  return metrics;
}
