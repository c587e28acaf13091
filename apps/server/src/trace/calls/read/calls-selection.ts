import type { Trace } from "@heddle/types";
import type { Project, ProjectId } from "../../../access/project-id.ts";
import type { RequestProjects } from "../../../access/request-projects.ts";
import { compileQuery } from "../../query/compile-query.ts";
import { nearConditions } from "../../query/near-conditions.ts";
import { conjunctNames } from "../../query/query-fields.ts";
import type { Order } from "../../query/order.ts";
import { Parameters } from "../../query/parameters.ts";
import type { DeepCondition, Selection } from "../../query/selection-sql.ts";
import { CallFields } from "./call-fields-sql.ts";
import { expandedColumns } from "./call-columns-sql.ts";
import { compileFilter } from "./call-filter-sql.ts";
import { callOrder } from "./call-order.ts";
import type { RefFields } from "../expand/ref-fields.ts";
import {
  type CallIdsSql,
  FeedbackBeside,
  type RankedCalls,
} from "../feedback/feedback-beside-sql.ts";
import { externalValue } from "../record/call-refs.ts";

/** A selection of calls as SQL. */
export interface CallsSelection extends Selection {
  readonly projectId: ProjectId;
  /** The ids in the filter, if it has any: only these calls can match. */
  readonly callIds: readonly string[] | undefined;
  /**
   * Whether all calls of the project match, or all roots, so that the next match is always near.
   */
  readonly isDense: boolean;
  readonly order: Order;
  /** The feedback that the query reads, if it reads any. */
  readonly feedback: FeedbackBeside | undefined;
  /** The calls in the order of their feedback, if the order begins with it and conditions do not read any. */
  readonly ranked: RankedCalls | undefined;
}

type Selecting = Pick<Trace.CallsQuery, "filter" | "query" | "sort_by" | "expand_columns">;

/**
 * Compiles filter, query and order. Refs in them may have either form. `behind` has the fields whose
 * paths lead through refs.
 *
 * @throws InvalidInput or FieldNotAllowed; see `compileFilter`, `compileQuery` and `callOrder`.
 */
export function selectCalls(
  request: Selecting,
  project: Project,
  projects: RequestProjects,
  behind?: RefFields,
): CallsSelection {
  expandedColumns(request);
  const parameters = new Parameters();
  const { conditions, callIds } = compileFilter(request.filter, parameters, projects);
  const light = [`project_id = ${parameters.add(project.id, "String")}`, ...conditions];
  const query = request.query ? externalValue(request.query, projects) : undefined;
  const feedback = new FeedbackBeside(project.id, parameters);
  const condition = query && queryCondition(query, project, parameters, feedback, behind);
  const isByFeedback = feedback.isUsed;
  if (query && isByFeedback) feedback.require(conjunctNames(query));
  const ofColumns = typeof condition === "string" ? [condition] : [];
  const order = callOrder(request.sort_by, project.name, parameters, feedback, behind);
  const among = feedbackAmong(request, callIds, light);
  if (!isByFeedback) light.push(...ofColumns);
  return {
    projectId: project.id,
    light,
    ...(typeof condition === "object" && { deep: condition }),
    ...(feedback.isUsed && {
      beside: {
        sql: feedback.joinSql(parameters, among),
        conditions: isByFeedback ? ofColumns : [],
      },
    }),
    parameters,
    callIds,
    isDense: !query && conditions.length === (request.filter?.trace_roots_only ? 1 : 0),
    order,
    feedback: isByFeedback ? feedback : undefined,
    ranked: isByFeedback || among ? undefined : feedback.rankedBy(order.terms),
  };
}

/** Lists of a filter that leave few calls. */
const narrowing = ["trace_ids", "parent_ids", "thread_ids", "turn_ids"] as const;

/** The calls whose feedback alone can matter; undefined if they may be most calls of the project. */
function feedbackAmong(
  { filter }: Selecting,
  callIds: readonly string[] | undefined,
  light: readonly string[],
): CallIdsSql | undefined {
  if (callIds) return { list: [...new Set(callIds)] };
  const isNarrow = narrowing.some((name) => (filter?.[name]?.length ?? 0) > 0);
  return isNarrow ? { where: `WHERE ${light.join(" AND ")}` } : undefined;
}

/** The condition of a query; only one on payloads has several forms. */
function queryCondition(
  query: { readonly $expr: unknown },
  { name }: Project,
  parameters: Parameters,
  feedback: FeedbackBeside,
  behind: RefFields | undefined,
): string | DeepCondition {
  const inLeaves = new CallFields(name, parameters, "leaves", feedback, behind);
  const leaves = compileQuery(query, { fields: inLeaves, parameters });
  const { unknown } = inLeaves;
  if (unknown === undefined) return leaves;
  const inPayloads = new CallFields(name, parameters, "whole", feedback, behind);
  const whole = compileQuery(query, { fields: inPayloads, parameters });
  return { leaves, unknown, near: nearConditions(query, inPayloads), whole };
}
