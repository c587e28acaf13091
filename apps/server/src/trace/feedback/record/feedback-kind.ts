import { InvalidInput } from "../../../refusals/refusal.ts";

/** What the type of feedback says about its other members. */
export type FeedbackKind =
  | "reaction"
  | "note"
  | "annotation"
  | "runnable"
  | "agent_monitor"
  | "agent_user_feedback"
  | "other";

/** The kind of feedback, and the name that its type ends in. */
export interface KindAndName {
  readonly kind: FeedbackKind;
  /** The name of the object that made it; '' for a kind without one. */
  readonly name: string;
}

const whole: Readonly<Record<string, FeedbackKind>> = {
  "wandb.reaction.1": "reaction",
  "wandb.note.1": "note",
  "wandb.agent_monitor": "agent_monitor",
  "wandb.agent_user_feedback": "agent_user_feedback",
};
const named: readonly (readonly [start: string, kind: FeedbackKind])[] = [
  ["wandb.annotation", "annotation"],
  ["wandb.runnable", "runnable"],
];

/** Reads a type. @throws InvalidInput for an annotation or a runnable without a name. */
export function kindOf(type: string): KindAndName {
  if (Object.hasOwn(whole, type)) return { kind: whole[type]!, name: "" };
  for (const [start, kind] of named) {
    if (type === start || type === `${start}.`) {
      throw new InvalidInput(`feedback_type is ${type}; write ${start}.<name>.`);
    }
    if (type.startsWith(`${start}.`)) return { kind, name: type.slice(start.length + 1) };
  }
  return { kind: "other", name: "" };
}
