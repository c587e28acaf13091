import type { Training } from "@heddle/types";
import { requestBounds } from "../../config/request-bounds.ts";
import { OverLimit } from "../../refusals/refusal.ts";
import { spreadOf } from "./spread.ts";

type Groups = readonly Training.TrajectoryGroup[];

/** The trajectories have more metrics than a checkpoint keeps, or one with too long a name. */
export class TooManyMetrics extends OverLimit {
  constructor() {
    const { checkpointMetrics, metricNameCharacters } = requestBounds;
    super(
      `A checkpoint has at most ${checkpointMetrics.limit} metrics, with names of at most ` +
        `${metricNameCharacters.limit} characters with their split. Log fewer metrics.`,
    );
  }
}

/**
 * The averages of trajectories, each under the name of the split: `reward`, `exception_rate`,
 * `reward_std_dev`, every metric that trajectories have, and those of groups as `group_<name>`. What
 * has no finite average is left out. Computed as the ART client computes them.
 *
 * @throws TooManyMetrics
 */
export function logMetrics(split: string, groups: Groups): Readonly<Record<string, number>> {
  const means = new Means(split);
  const trajectories = groups.flatMap((group) => group.trajectories);
  for (const { metrics = {} } of trajectories) {
    for (const [name, value] of Object.entries(metrics)) means.add(name, Number(value));
  }
  const failed = groups.reduce((sum, { exceptions = [] }) => sum + exceptions.length, 0);
  const rewards = trajectories.reduce((sum, { reward = 0 }) => sum + reward, 0);
  means.set("reward", rewards / trajectories.length);
  means.set("exception_rate", failed / (trajectories.length + failed));
  means.set("reward_std_dev", meanDeviation(groups));
  for (const group of groups) {
    if (group.trajectories.length === 0) continue;
    for (const [name, value] of Object.entries(group.metrics ?? {})) {
      const isNumber = typeof value === "number" || typeof value === "boolean";
      if (isNumber) means.add(`group_${name}`, Number(value));
    }
  }
  return means.all();
}

/** The metrics of a checkpoint with newer values. */
export function mergedMetrics(
  old: Readonly<Record<string, number>>,
  newer: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const merged = { ...old, ...newer };
  if (Object.keys(merged).length > requestBounds.checkpointMetrics.limit)
    throw new TooManyMetrics();
  return merged;
}

/** Sums and counts by name. Each name begins with the split and a slash, so none is `__proto__`. */
class Means {
  readonly #prefix: string;
  readonly #sums = new Map<string, { sum: number; count: number }>();

  constructor(split: string) {
    this.#prefix = `${split}/`;
  }

  add(name: string, value: number): void {
    const known = this.#sums.get(name) ?? this.#begin(name);
    known.sum += value;
    known.count += 1;
  }

  /** Takes a number for the average of a name, over what trajectories say. */
  set(name: string, mean: number): void {
    this.#sums.delete(name);
    this.add(name, mean);
  }

  all(): Record<string, number> {
    const means = [...this.#sums].map(([name, { sum, count }]) => [name, sum / count] as const);
    return Object.fromEntries(
      means
        .filter(([, mean]) => Number.isFinite(mean))
        .map(([name, mean]) => [this.#prefix + name, mean]),
    );
  }

  #begin(name: string): { sum: number; count: number } {
    const { checkpointMetrics, metricNameCharacters } = requestBounds;
    const isLong = this.#prefix.length + name.length > metricNameCharacters.limit;
    if (isLong || this.#sums.size >= checkpointMetrics.limit) throw new TooManyMetrics();
    const begun = { sum: 0, count: 0 };
    this.#sums.set(name, begun);
    return begun;
  }
}

/** The mean of the deviations of the groups that have one; 0 where none has. */
function meanDeviation(groups: Groups): number {
  const several = groups.filter(({ trajectories }) => trajectories.length >= 2);
  if (several.length === 0) return 0;
  const sum = several.reduce((total, group) => total + rewardDeviation(group), 0);
  return sum / several.length;
}

/** The population standard deviation of the rewards of a group. */
function rewardDeviation({ trajectories }: Training.TrajectoryGroup): number {
  return spreadOf(trajectories.map(({ reward = 0 }) => reward)).deviation;
}
