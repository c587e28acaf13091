import { setImmediate } from "node:timers/promises";
import type { Training } from "@heddle/types";
import { groupAdvantages } from "@heddle/engine/losses";
import { JobFailure } from "../../jobs/job-work.ts";
import { type TurnReading, turnsOfHistory } from "./history-turns.ts";
import { joinTurns, type Sequence } from "./join-turns.ts";

/** A sequence with what its trajectory is worth. */
export interface WorthySequence extends Sequence {
  /** Of each token that the model wrote, as the group says; not 0. */
  readonly advantage: number;
  /** Of each such token: all tokens of a trajectory weigh 1 together. */
  readonly weight: number;
}

/** What a job has to train on. */
export interface TrainedGroups {
  /** Group by group, in order; a group may be empty. */
  readonly groups: readonly (readonly WorthySequence[])[];
  /** Trajectories that have an advantage and tokens to train. */
  readonly trajectories: number;
  /** Choices without log probabilities, in trajectories that have an advantage. */
  readonly unrecorded: number;
  /** Turns whose prompt does not fit the model. */
  readonly tooLong: number;
}

/**
 * Turns groups of trajectories into sequences with advantages (training-api §7.1, §7.2). Trajectories that are as good
 * as their group drop out before their text is read.
 *
 * @throws JobFailure saying which trajectory is wrong, and why
 */
export async function trainedGroups(
  groups: readonly Training.TrajectoryGroup[],
  scaleRewards: boolean,
  reading: TurnReading,
): Promise<TrainedGroups> {
  const counts = { trajectories: 0, unrecorded: 0, tooLong: 0 };
  const made: WorthySequence[][] = [];
  for (const [g, { trajectories }] of groups.entries()) {
    const advantages = advantagesOf(trajectories, scaleRewards, `trajectory_groups[${g}]`);
    const sequences: WorthySequence[] = [];
    for (const [i, trajectory] of trajectories.entries()) {
      const advantage = advantages[i] ?? 0;
      if (advantage === 0) continue;
      const place = `trajectory_groups[${g}].trajectories[${i}]`;
      // Where all tokens are told, nothing else here lets others have the thread.
      await setImmediate(undefined, { signal: reading.signal });
      const found = await sequencesOf(trajectory, place, reading);
      counts.unrecorded += found.unrecorded;
      counts.tooLong += found.tooLong;
      const written = found.sequences.reduce((sum, { mask }) => sum + count(mask), 0);
      if (written === 0) continue;
      counts.trajectories += 1;
      const weight = 1 / (written + 1e-6);
      for (const one of found.sequences) sequences.push({ ...one, advantage, weight });
    }
    made.push(sequences);
  }
  return { groups: made, ...counts };
}

/** How many tokens of a mask are trained. */
export function count(mask: Uint8Array): number {
  return mask.reduce((sum, one) => sum + one, 0);
}

function advantagesOf(
  trajectories: readonly Training.Trajectory[],
  scaleRewards: boolean,
  place: string,
): readonly number[] {
  const rewards = trajectories.map(({ reward = 0 }) => reward);
  const advantages = groupAdvantages(rewards, scaleRewards);
  const isFinite = advantages.every(Number.isFinite);
  // Squares of large differences overflow, and the deviation that they make takes every advantage to 0.
  const isLost =
    advantages.every((advantage) => advantage === 0) && rewards.some((one) => one !== rewards[0]);
  if (isFinite && !isLost) return advantages;
  throw new JobFailure(
    `${place}: rewards such as ${rewards[0]} have a spread that is no number. Send smaller ones.`,
  );
}

async function sequencesOf(
  { messages_and_choices: items = [], tools, additional_histories: more = [] }: Training.Trajectory,
  place: string,
  reading: TurnReading,
): Promise<{ sequences: Sequence[]; unrecorded: number; tooLong: number }> {
  const histories = [
    { history: { messages_and_choices: items, tools: tools ?? null }, at: place },
    ...more.map((history, h) => ({ history, at: `${place}.additional_histories[${h}]` })),
  ];
  const found = { sequences: [] as Sequence[], unrecorded: 0, tooLong: 0 };
  for (const { history, at } of histories) {
    const { turns, unrecorded } = await turnsOfHistory(history, at, reading);
    const { sequences, tooLong } = joinTurns(turns);
    for (const one of sequences) found.sequences.push(one);
    found.unrecorded += unrecorded;
    found.tooLong += tooLong;
  }
  return found;
}
