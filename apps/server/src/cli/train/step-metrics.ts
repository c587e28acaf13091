import type { Training } from "@heddle/types";
import { metricNames } from "../../training/rl/steps/metric-names.ts";
import { loggedSection } from "../../training/sft/logged-section.ts";

/** The reward of the trajectories that a job by reward trains on: a metric of the step that gave them. */
export const rewardMetric = "train/reward";

/** The name of the loss among the metrics of a step, for each kind of job. */
export const lossMetrics: Readonly<Record<Training.TrainingJob["type"], string>> = {
  rl: metricNames.loss,
  sft: "loss",
};

/** The metrics of a step without the rows that its client asked for, which repeat them under other names. */
export function ownMetrics(data: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(data).filter(([name]) => !name.startsWith(loggedSection)),
  );
}

/** A metric as people read it: six digits at most, and no long tails. */
export function shortNumber(value: number): string {
  const magnitude = Math.abs(value);
  if (value !== 0 && (magnitude < 1e-3 || magnitude >= 1e6)) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}

/** The rewards of the steps of a model, up to one of them. */
export function rewardsOf(
  points: readonly Training.MetricPoint[],
  upTo: number,
): readonly { readonly step: number; readonly reward: number }[] {
  return points.flatMap(({ step, metrics }) => {
    const reward = metrics[rewardMetric];
    return reward === undefined || step > upTo ? [] : { step, reward };
  });
}
