import type { ProjectId } from "../../../access/project-id.ts";
import type { ReadOptions, Traces } from "../../../store/traces/traces.ts";
import { askedColumns, type AskedColumns } from "../../feedback/read/asked-columns-sql.ts";
import type { FeedbackRead } from "../../feedback/read/feedback-reader-sql.ts";
import { compareCodePoints } from "../../json-text/code-points.ts";
import { Parameters } from "../../query/parameters.ts";
import { callRefStart } from "./call-ref.ts";

/** A row of feedback with the members that calls show. */
export interface CallFeedbackRow extends FeedbackRead {
  readonly call_id: string;
  readonly created_at: string;
}

/** The members of feedback in the answer for a call, as in the schema `CallFeedback`. */
export const shownMembers: AskedColumns = askedColumns([
  "id",
  "feedback_type",
  "weave_ref",
  "payload",
  "creator",
  "created_at",
  "wb_user_id",
  "runnable_ref",
  "call_ref",
  "trigger_ref",
  "annotation_ref",
  "scorer_tags",
  "scorer_tag_reasons",
  "scorer_tag_confidences",
  "scorer_ratings",
  "scorer_rating_reasons",
  "scorer_rating_confidences",
]);

/**
 * Reads the feedback on these calls, the oldest first.
 *
 * @throws QueryLimit if the rows have more than `maxBytes`.
 */
export async function feedbackOn(
  traces: Traces,
  projectId: ProjectId,
  callIds: readonly string[],
  maxBytes: number | undefined,
  options: ReadOptions,
): Promise<CallFeedbackRow[]> {
  const parameters = new Parameters(shownMembers.parameters);
  const project = `project_id = ${parameters.add(projectId, "String")}`;
  const start = callRefStart(projectId);
  const ids = parameters.addList(callIds, "Array(String)");
  const refs = parameters.addList(
    callIds.map((id) => start + id),
    "Array(String)",
  );
  // The projection leads from refs to ids, and the key from ids to rows. It needs a plain list: the
  // engine would read all refs to compare them with those of an arrayMap.
  const rows = await traces.query<CallFeedbackRow>(
    `SELECT id, version, call_id${shownMembers.sql} FROM feedback FINAL
    WHERE ${project} AND call_id IN ${ids} AND id IN (
      SELECT id FROM feedback WHERE ${project}
      AND weave_ref IN ${refs})`,
    parameters.values,
    { ...options, ...(maxBytes !== undefined && { settings: { max_result_bytes: maxBytes } }) },
  );
  return rows.sort(
    (one, other) =>
      compareCodePoints(one.created_at, other.created_at) || compareCodePoints(one.id, other.id),
  );
}
