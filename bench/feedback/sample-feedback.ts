import type { Trace } from "@heddle/types";
import { project } from "../calls/sample-call.ts";
import { prose, randomNumbers } from "../texts/prose.ts";
import { feedbackMarks } from "./feedback-marks.ts";

/** Pieces that differ in their texts; after them the texts repeat, under other ids and scores. */
export const sampleCount = 4_096;

/** The types of {@link sampleFeedback}, and the share of each. */
export const scoreType = "wandb.runnable.judge";
export const annotationType = "wandb.annotation.stars";
const [scoreShare, annotationShare, reactionShare] = [0.6, 0.1, 0.15];

/** The AnnotationSpec of the annotations. */
export const annotationSpec = {
  object_id: "stars",
  builtin_object_class: "AnnotationSpec",
  val: { field_schema: { maximum: 5, minimum: 1, type: "integer" }, name: "stars" },
} as const;

/** The ref of the AnnotationSpec: its digest follows from its content. */
export function annotationRef(digest: string): string {
  return `weave:///${project}/object/${annotationSpec.object_id}:${digest}`;
}

/** As long as a digest; it stands for that of the AnnotationSpec where no server checks it. */
export const standInDigest = "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU";
const emojis = ["👍", "👎", "🎉", "👍🏽"];

/**
 * A piece of feedback as SDKs send it: a score, an annotation, a reaction or a note. Which of them
 * depends on `index` alone. `digest` is that of the AnnotationSpec.
 */
export function sampleFeedback(index: number, digest: string): Trace.FeedbackCreate {
  const random = randomNumbers(index + 1);
  const { id, callId, madeBy, score } = feedbackMarks;
  const shared = {
    project_id: project,
    weave_ref: `weave:///${project}/call/${callId}`,
    id,
    creator: null,
  };
  const kind = random();
  if (kind < scoreShare) {
    return {
      ...shared,
      feedback_type: scoreType,
      payload: { output: { score: Number(score), correct: random() < 0.7 } },
      runnable_ref: `weave:///${project}/op/judge:${standInDigest}`,
      call_ref: `weave:///${project}/call/${madeBy}`,
    };
  }
  if (kind < scoreShare + annotationShare) {
    return {
      ...shared,
      feedback_type: annotationType,
      payload: { value: 1 + Math.floor(random() * 5) },
      annotation_ref: annotationRef(digest),
    };
  }
  if (kind < scoreShare + annotationShare + reactionShare) {
    const emoji = emojis[Math.floor(random() * emojis.length)] ?? "";
    return { ...shared, feedback_type: "wandb.reaction.1", payload: { emoji } };
  }
  const note = prose(random, 20 + Math.floor(random() * 100));
  return { ...shared, feedback_type: "wandb.note.1", payload: { note } };
}
