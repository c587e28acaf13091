import { InvalidInput } from "../../../refusals/refusal.ts";
import { stepsWithin } from "../../query/field-path.ts";

/** A field of the feedback on a call. */
export interface FeedbackPath {
  /** Undefined stands for any type. */
  readonly type: string | undefined;
  readonly member: "payload" | "runnable_ref" | "trigger_ref";
  /** The steps into the payload. */
  readonly steps: readonly string[];
}

/** Types have dots, so they stand in brackets; a bracket in a type is a part of it. */
const pattern = /^feedback\.\[([^]+?)\]\.(?:(payload\.[^]+)|(runnable_ref|trigger_ref))$/;
const anyType = "*";
/** Of `feedback_type` in the spec. */
const maxTypeCharacters = 256;

/**
 * Reads the path of a field; undefined if it is no field of feedback.
 *
 * @throws InvalidInput if the path exceeds a limit.
 */
export function feedbackPath(path: string): FeedbackPath | undefined {
  const match = pattern.exec(path);
  if (!match) return undefined;
  const [, type = "", payload, ref] = match;
  if (type.length > 2 * maxTypeCharacters) {
    throw new InvalidInput(
      `${path.slice(0, 50)}… names a type of feedback with ${type.length} characters; ` +
        `the limit is ${maxTypeCharacters}.`,
    );
  }
  return {
    type: type === anyType ? undefined : type.toWellFormed(),
    member: (ref as "runnable_ref" | "trigger_ref" | undefined) ?? "payload",
    steps: payload === undefined ? [] : stepsWithin(payload.toWellFormed()),
  };
}

/** Types of which a call may have several pieces; a condition looks for one that fulfils it. */
const several: ReadonlySet<string> = new Set(["wandb.note.1", "wandb.reaction.1"]);

/** Whether clients give several pieces of a type to one call. */
export function hasSeveral(type: string | undefined): boolean {
  return type !== undefined && several.has(type);
}
