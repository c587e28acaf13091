import { EngineError } from "../errors.ts";

/** What the advantage of a trajectory depends on. */
export interface RewardedTrajectory {
  readonly reward: number;
  /** Tokens that are trained, over all its sequences; at least 1. */
  readonly trainableTokens: number;
}

/** How rewards become advantages; named after the fields of the training interface. */
export interface AdvantageOptions {
  /** Divide by the standard deviation of the group; default true. */
  readonly scaleRewards?: boolean;
  /** From −1 to 1, default 0: b > 0 multiplies negative advantages by 1 − b, b < 0 positive ones by 1 + b. */
  readonly advantageBalance?: number;
}

/** What a trajectory brings to the loss. */
export interface TrajectoryAdvantage {
  /** The advantage of each of its trained tokens. */
  readonly advantage: number;
  /** The weight of each of its trained tokens: 1 / (trajectories kept · tokens of this one). */
  readonly tokenWeight: number;
}

/**
 * The advantages of a job's groups, group by group in the order given; null for a trajectory that teaches nothing.
 * Every trajectory that is kept has the same share of the loss, however long it is:
 *
 *     A = R − mean of the group
 *     A ← A / (population standard deviation of the group + 1e-6)      with `scaleRewards`
 *     a trajectory with A = 0 is dropped
 *     A ← A·(1 − b) where A < 0 and b > 0;  A·(1 + b) where A > 0 and b < 0
 *     A ← A / mean of |A| over the trajectories kept
 *
 * A group of one, or of equal rewards, drops out whole. When all do, the job makes a step without a gradient.
 * Source: Shao et al., "DeepSeekMath" (2024), §4.1.2, for the group baseline.
 *
 * @throws {EngineError} `invalid`, naming the option, for a reward that is not finite and options out of range.
 */
export function advantagesOf(
  groups: readonly (readonly RewardedTrajectory[])[],
  options: AdvantageOptions = {},
): (TrajectoryAdvantage | null)[][] {
  const { scaleRewards = true, advantageBalance = 0 } = options;
  if (!(advantageBalance >= -1 && advantageBalance <= 1)) {
    throw new EngineError(
      "invalid",
      `advantageBalance must be from -1 to 1; got ${advantageBalance}`,
      {
        parameter: "advantageBalance",
      },
    );
  }
  checkTrajectories(groups);
  const advantages = groups.map((group) => {
    const rewards = group.map((trajectory) => trajectory.reward);
    return groupAdvantages(rewards, scaleRewards).map((advantage) =>
      advantage === 0 ? null : balanced(advantage, advantageBalance),
    );
  });
  const kept = advantages.flat().filter((advantage) => advantage !== null);
  const size = kept.reduce((sum, advantage) => sum + Math.abs(advantage), 0) / kept.length;
  return groups.map((group, g) =>
    group.map(({ trainableTokens }, i) => {
      const advantage = advantages[g]?.[i] ?? null;
      if (advantage === null) return null;
      return {
        advantage: size === 0 ? 0 : advantage / size,
        tokenWeight: 1 / (kept.length * trainableTokens),
      };
    }),
  );
}

/**
 * The advantage of each member of a group by its reward, before balance and normalisation: the distance from the
 * group's mean, with `scale` in standard deviations (population, + 1e-6). 0 for every member where all rewards are equal.
 */
export function groupAdvantages(rewards: readonly number[], scale: boolean): number[] {
  // Equal rewards have a mean that rounding can put beside them, and the scaling below would blow up the difference.
  if (rewards.every((reward) => reward === rewards[0])) return rewards.map(() => 0);
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  const variance = rewards.reduce((sum, reward) => sum + (reward - mean) ** 2, 0) / rewards.length;
  const divisor = scale ? Math.sqrt(variance) + 1e-6 : 1;
  return rewards.map((reward) => (reward - mean) / divisor);
}

/** `advantageBalance` applied to one advantage: see `AdvantageOptions`. */
export function balanced(advantage: number, balance: number): number {
  if (advantage < 0 && balance > 0) return advantage * (1 - balance);
  if (advantage > 0 && balance < 0) return advantage * (1 + balance);
  return advantage;
}

function checkTrajectories(groups: readonly (readonly RewardedTrajectory[])[]): void {
  for (const [g, group] of groups.entries()) {
    for (const [i, { reward, trainableTokens }] of group.entries()) {
      const where = `trajectory ${i} of group ${g}`;
      if (!Number.isFinite(reward)) {
        throw new EngineError(
          "invalid",
          `the reward of ${where} is ${reward}, not a finite number`,
          {
            parameter: "reward",
          },
        );
      }
      if (!Number.isInteger(trainableTokens) || trainableTokens < 1) {
        throw new EngineError("invalid", `${where} has no token to train`, {
          parameter: "trainableTokens",
        });
      }
    }
  }
}
