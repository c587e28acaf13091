import type { Training } from "@heddle/types";
import { isChoice } from "../rl/sequences/served-prompt.ts";

/** A message as a call shows it. */
export type ShownMessage = Readonly<Record<string, unknown>>;

/** One turn that a model sampled, and the messages that came since the turn before. */
export interface SampledTurn {
  /** 0 for the main conversation, then one for each of the additional histories. */
  readonly history: number;
  readonly before: readonly ShownMessage[];
  readonly choice: Training.TrainableChoice;
}

/**
 * An item of a conversation as a message. Log probabilities and token ids are left out: they are many
 * times as long as what was said. So are the null and empty members that clients fill in.
 */
export function shownMessage(item: Training.TrajectoryItem): ShownMessage {
  const message: object = isChoice(item) ? item.message : item;
  return Object.fromEntries(
    Object.entries(message).filter(([name, value]) => name === "content" || isSaid(value)),
  );
}

/** The sampled turns of a trajectory in their order, those of its additional histories last. */
export function sampledTurns(trajectory: Training.Trajectory): readonly SampledTurn[] {
  const { messages_and_choices: main = [], additional_histories: others = [] } = trajectory;
  const histories = [main, ...others.map((other) => other.messages_and_choices)];
  return histories.flatMap((items, history) => {
    const turns: SampledTurn[] = [];
    let before: ShownMessage[] = [];
    for (const item of items) {
      if (isChoice(item)) {
        turns.push({ history, before, choice: item });
        before = [];
      } else {
        before.push(shownMessage(item));
      }
    }
    return turns;
  });
}

/** Whether a member says anything. */
export function isSaid(value: unknown): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0;
  return value !== null && value !== undefined && !isEmpty;
}
