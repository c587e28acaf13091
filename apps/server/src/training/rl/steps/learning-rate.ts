import type { RewardDeviation } from "../rl-input.ts";

/**
 * What a learning rate is multiplied by as the spread of rewards shrinks: the line through the deviations by step
 * (least squares), at the last step over that at step 0. 1 where fewer than two steps are known or the line begins at
 * 0 or below; never below 0, since a negative rate would unlearn. Reference: training-api §7.5.
 */
export function rateByRewardDeviation(known: readonly RewardDeviation[]): number {
  const points = known.filter(({ value }) => Number.isFinite(value));
  if (points.length < 2) return 1;
  const mean = (of: (point: RewardDeviation) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const meanStep = mean(({ step }) => step);
  const meanValue = mean(({ value }) => value);
  const spread = mean(({ step }) => (step - meanStep) ** 2);
  if (spread === 0) return 1;
  const slope = mean(({ step, value }) => (step - meanStep) * (value - meanValue)) / spread;
  const atZero = meanValue - slope * meanStep;
  if (atZero <= 0) return 1;
  const last = points.reduce((latest, { step }) => Math.max(latest, step), 0);
  return Math.max(0, (atZero + slope * last) / atZero);
}
