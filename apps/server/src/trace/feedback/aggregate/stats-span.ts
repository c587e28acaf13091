import type { Trace } from "@heddle/types";
import type { ProjectId } from "../../../access/project-id.ts";
import type { Requester } from "../../../access/requester.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { moment } from "../../calls/record/moment.ts";
import { internaliseText } from "../../digests/rewrite-refs.ts";
import { columnText, type Instant, timeText } from "../../instant.ts";
import type { Parameters } from "../../query/parameters.ts";
import { refScope } from "../../refs/ref-scope.ts";

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

type Asked = Pick<Trace.FeedbackStatsQuery, "start" | "end" | "feedback_type" | "trigger_ref">;

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
export function spanOf({ start, end }: Asked, nowUs: Instant): Span {
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

/** The condition on the moment of creation. */
export function inSpan({ start, end }: Span, parameters: Parameters): string {
  const type = "DateTime64(6, 'UTC')";
  return (
    `created_at >= ${parameters.add(columnText(start), type)} ` +
    `AND created_at < ${parameters.add(columnText(end), type)}`
  );
}

/** The conditions of a question. */
export async function statsConditions(
  { requester }: StatsContext,
  { feedback_type: type, trigger_ref: trigger }: Asked,
  parameters: Parameters,
): Promise<string[]> {
  const conditions: string[] = [];
  if (type !== undefined && type !== null) {
    conditions.push(`feedback_type = ${parameters.add(type.toWellFormed(), "String")}`);
  }
  if (trigger !== undefined && trigger !== null) {
    const { lookup } = refScope(requester);
    const text = JSON.stringify(trigger.toWellFormed());
    const ref = JSON.parse(await internaliseText(text, lookup)) as string;
    const isAnyVersion = ref.endsWith(":*");
    const sought = parameters.add(isAnyVersion ? ref.slice(0, -1) : ref, "String");
    conditions.push(
      isAnyVersion ? `startsWith(trigger_ref, ${sought})` : `trigger_ref = ${sought}`,
    );
  }
  return conditions;
}

/**
 * For `FROM`: the feedback of a project in a span of time. The condition on the time first finds the
 * ids, with an index that merged rows do not have.
 */
export function feedbackIn(
  project: ProjectId,
  span: Span,
  conditions: readonly string[],
  parameters: Parameters,
): string {
  const inProject = `project_id = ${parameters.add(project, "String")}`;
  const isInSpan = inSpan(span, parameters);
  const all = [isInSpan, ...conditions].join(" AND ");
  return (
    `feedback FINAL WHERE ${inProject} ` +
    `AND id IN (SELECT id FROM feedback WHERE ${inProject} AND ${isInSpan}) AND ${all}`
  );
}
