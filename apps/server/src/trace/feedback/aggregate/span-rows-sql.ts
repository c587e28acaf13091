import type { ProjectId } from "../../../access/project-id.ts";
import { internaliseText } from "../../digests/rewrite-refs.ts";
import { columnText } from "../../instant.ts";
import type { Parameters } from "../../query/parameters.ts";
import { refScope } from "../../refs/ref-scope.ts";
import type { AskedSpan, Span, StatsContext } from "./stats-span.ts";

/** The condition on the moment of creation. */
function inSpan({ start, end }: Span, parameters: Parameters): string {
  const type = "DateTime64(6, 'UTC')";
  return (
    `created_at >= ${parameters.add(columnText(start), type)} ` +
    `AND created_at < ${parameters.add(columnText(end), type)}`
  );
}

/** The conditions of a question. */
export async function statsConditions(
  { requester }: StatsContext,
  { feedback_type: type, trigger_ref: trigger }: AskedSpan,
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
 * For `FROM`: the feedback of a project in a span of time. The engine uses the index by time for
 * merged rows too: with the granules that it finds, it reads those that may hold later rows of the
 * same ids.
 */
export function feedbackIn(
  project: ProjectId,
  span: Span,
  conditions: readonly string[],
  parameters: Parameters,
): string {
  const inProject = `project_id = ${parameters.add(project, "String")}`;
  return `feedback FINAL WHERE ${[inProject, inSpan(span, parameters), ...conditions].join(" AND ")}`;
}
