import type { ProjectId } from "../../../access/project-id.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { QueryLimit } from "../../../store/errors.ts";
import type { Parameters } from "../../query/parameters.ts";
import type { FeedbackPlace } from "../read/feedback-reader-sql.ts";
import { feedbackIn } from "./span-rows-sql.ts";
import type { Span, StatsContext } from "./stats-span.ts";

/** The feedback to take payloads from. */
export interface NewestSelection {
  readonly project: ProjectId;
  readonly span: Span;
  readonly conditions: readonly string[];
  readonly parameters: Parameters;
  /** At most so many payloads. */
  readonly limit: number;
}

const maxBytes = requestBounds.answerBytes.limit;

/**
 * The places of the newest payload of each trigger; feedback without a trigger is one group.
 *
 * @throws QueryLimit if the payloads have too many bytes together.
 */
export async function newestPayloads(
  { traces, signal }: StatsContext,
  { project, span, conditions, parameters, limit }: NewestSelection,
): Promise<FeedbackPlace[]> {
  const places = await traces.query<FeedbackPlace>(
    `SELECT id, version, payload_bytes FROM ${feedbackIn(project, span, conditions, parameters)}
    ORDER BY created_at DESC, id DESC LIMIT 1 BY trigger_ref LIMIT ${limit}`,
    parameters.values,
    { signal, cost: "long" },
  );
  const bytes = places.reduce((sum, place) => sum + place.payload_bytes, 0);
  if (bytes > maxBytes) throw new QueryLimit("bytes");
  return places;
}
