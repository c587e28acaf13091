import type { Trace } from "@heddle/types";
import type { Requester } from "../../../access/requester.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { moment } from "../../calls/record/moment.ts";
import { type Instant, timeText } from "../../instant.ts";

/** Who asks for figures, when, and where they come from. */
export interface StatsContext {
  readonly traces: Traces;
  /** µs since 1970. */
  readonly nowUs: number;
  readonly requester: Requester;
  readonly signal: AbortSignal;
}

/** A span of time; its end does not belong to it. */
export interface Span {
  readonly start: Instant;
  readonly end: Instant;
}

/** The parts of a question that say which feedback it is about. */
export type AskedSpan = Pick<
  Trace.FeedbackStatsQuery,
  "start" | "end" | "feedback_type" | "trigger_ref"
>;

/** The span of a question cannot be answered. */
export class SpanRefused extends InvalidInput {}

const maxDays = requestBounds.feedbackSpanDays.limit;
const dayUs = 86_400_000_000;

/**
 * The span of a question.
 *
 * @throws SpanRefused if it is too long or ends before it starts, InvalidInput for a moment that
 * does not exist.
 */
export function spanOf({ start, end }: AskedSpan, nowUs: Instant): Span {
  const from = moment(start, "start");
  const isOpen = end === undefined || end === null;
  const until = isOpen ? nowUs : moment(end, "end");
  const name = isOpen ? "now" : "end";
  if (until < from) {
    throw new SpanRefused(
      `start is ${timeText(from)}, but ${name} is ${timeText(until)}. Send a start before it.`,
    );
  }
  if (until - from > maxDays * dayUs) {
    const days = Number(((until - from) / dayUs).toFixed(1));
    throw new SpanRefused(
      `${name} is ${days} days after start; the limit is ${maxDays} days. Ask for less at once.`,
    );
  }
  return { start: from, end: until };
}
