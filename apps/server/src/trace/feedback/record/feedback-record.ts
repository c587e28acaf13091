import type { Trace } from "@heddle/types";
import { tooManyEntries } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import type { FeedbackKind } from "./feedback-kind.ts";

/** A piece of feedback of a request, without its project. */
export type NewFeedback = Omit<Trace.FeedbackCreate, "project_id">;

type Texts = Readonly<Record<string, string>>;
type Numbers = Readonly<Record<string, number>>;

/** The members of feedback that are stored as the client sends them. Absent texts are ''. */
export interface FeedbackRecord {
  readonly weave_ref: string;
  readonly creator: string | null;
  readonly feedback_type: string;
  readonly annotation_ref: string;
  readonly runnable_ref: string;
  readonly call_ref: string;
  readonly trigger_ref: string;
  readonly scorer_tags: readonly string[];
  readonly scorer_tag_reasons: Texts;
  readonly scorer_tag_confidences: Numbers;
  readonly scorer_ratings: Numbers;
  readonly scorer_rating_reasons: Texts;
  readonly scorer_rating_confidences: Numbers;
  readonly span_agent_name: string;
  readonly span_agent_version: string;
  readonly span_status_code: string;
  readonly span_conversation_id: string;
  readonly span_trace_id: string;
  readonly scorer_trace_id: string;
}

/** The maps of feedback, and the type of their entries. */
export const mapTypes = {
  scorer_tag_reasons: "string",
  scorer_tag_confidences: "number",
  scorer_ratings: "number",
  scorer_rating_reasons: "string",
  scorer_rating_confidences: "number",
} as const;

const maps = Object.keys(mapTypes) as (keyof typeof mapTypes)[];
const scored: ReadonlySet<FeedbackKind> = new Set([
  "runnable",
  "agent_monitor",
  "agent_user_feedback",
]);

/** Reads the members of feedback. @throws InvalidInput if they do not fit the type. */
export function feedbackRecord(item: NewFeedback, kind: FeedbackKind): FeedbackRecord {
  if (item.queue_id !== undefined && item.queue_id !== null) {
    throw new InvalidInput(
      "queue_id names an annotation queue, and this server has none yet. Leave it out.",
    );
  }
  const record: FeedbackRecord = {
    weave_ref: item.weave_ref,
    creator: item.creator ?? null,
    feedback_type: item.feedback_type,
    annotation_ref: item.annotation_ref ?? "",
    runnable_ref: item.runnable_ref ?? "",
    call_ref: item.call_ref ?? "",
    trigger_ref: item.trigger_ref ?? "",
    scorer_tags: item.scorer_tags ?? [],
    scorer_tag_reasons: item.scorer_tag_reasons ?? {},
    scorer_tag_confidences: item.scorer_tag_confidences ?? {},
    scorer_ratings: item.scorer_ratings ?? {},
    scorer_rating_reasons: item.scorer_rating_reasons ?? {},
    scorer_rating_confidences: item.scorer_rating_confidences ?? {},
    span_agent_name: item.span_agent_name ?? "",
    span_agent_version: item.span_agent_version ?? "",
    span_status_code: item.span_status_code ?? "UNSET",
    span_conversation_id: item.span_conversation_id ?? "",
    span_trace_id: item.span_trace_id ?? "",
    scorer_trace_id: item.scorer_trace_id ?? "",
  };
  checkScores(record, kind);
  return record;
}

function checkScores(record: FeedbackRecord, kind: FeedbackKind): void {
  const sizes: readonly (readonly [member: string, size: number])[] = [
    ["scorer_tags", record.scorer_tags.length],
    ...maps.map((member) => [member, Object.keys(record[member]).length] as const),
    ["scorer_trace_id", record.scorer_trace_id.length],
  ];
  for (const [member, size] of sizes) {
    if (size === 0) continue;
    if (!scored.has(kind)) {
      throw new InvalidInput(
        `${record.feedback_type} must not have ${member}: only wandb.runnable.<name>, ` +
          "wandb.agent_monitor and wandb.agent_user_feedback have it.",
      );
    }
    const problem = member === "scorer_trace_id" ? undefined : tooManyEntries(member, size);
    if (problem !== undefined) throw new InvalidInput(problem);
  }
  if (kind === "agent_user_feedback" && record.scorer_tags.length === 0) {
    throw new InvalidInput(`${record.feedback_type} needs at least one entry in scorer_tags.`);
  }
}
