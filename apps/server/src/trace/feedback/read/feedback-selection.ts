import type { Trace } from "@heddle/types";
import type { Project } from "../../../access/project-id.ts";
import type { Requester } from "../../../access/requester.ts";
import { internaliseText } from "../../digests/rewrite-refs.ts";
import { compileQuery } from "../../query/compile-query.ts";
import type { Order } from "../../query/order.ts";
import { Parameters } from "../../query/parameters.ts";
import { refScope } from "../../refs/ref-scope.ts";
import { FeedbackFields } from "./feedback-fields-sql.ts";
import { feedbackOrder } from "./feedback-order.ts";
import { namedFeedback } from "./named-feedback-sql.ts";

/** A selection of feedback as SQL. */
export interface FeedbackSelection {
  readonly parameters: Parameters;
  /** Conditions that all hold for the feedback; the first is the one on the project. */
  readonly conditions: readonly string[];
  /** Whether the conditions name the ids or the targets, so that the feedback is found by key. */
  readonly isNamed: boolean;
  readonly order: Order;
}

/** A query as clients send it; it may have refs in external form. */
type Asked = Pick<Trace.FeedbackQuery, "query" | "sort_by">;

/**
 * Compiles query and order.
 *
 * @throws InvalidInput for a query or an order that feedback does not have.
 */
export async function selectFeedback(
  requester: Requester,
  project: Project,
  { query: given, sort_by: sortBy }: Asked,
): Promise<FeedbackSelection> {
  const parameters = new Parameters();
  const conditions = [`project_id = ${parameters.add(project.id, "String")}`];
  let isNamed = false;
  if (given) {
    const query = await internalQuery(requester, given);
    const named = namedFeedback(query, conditions[0]!, parameters);
    isNamed = named.length > 0;
    const fields = new FeedbackFields(project.name, parameters);
    conditions.push(...named, compileQuery(query, { fields, parameters }));
  }
  return {
    parameters,
    conditions,
    isNamed,
    order: feedbackOrder(sortBy, project.name, parameters),
  };
}

/** The query with its refs in internal form, as feedback is stored. */
async function internalQuery(
  requester: Requester,
  query: { readonly $expr: unknown },
): Promise<{ readonly $expr: unknown }> {
  const text = JSON.stringify(query);
  const internal = await internaliseText(text, refScope(requester).lookup);
  return internal === text ? query : (JSON.parse(internal) as { readonly $expr: unknown });
}
