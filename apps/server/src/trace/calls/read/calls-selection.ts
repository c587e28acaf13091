import type { Trace } from "@heddle/types";
import { InvalidInput } from "../../../refusals/refusal.ts";
import type { Project, ProjectId } from "../../../access/project-id.ts";
import type { RequestProjects } from "../../../access/request-projects.ts";
import { compileQuery } from "../../query/compile-query.ts";
import type { Order } from "../../query/order.ts";
import { Parameters } from "../../query/parameters.ts";
import type { DeepCondition, Selection } from "../../query/selection-sql.ts";
import { CallFields } from "./call-fields-sql.ts";
import { compileFilter } from "./call-filter-sql.ts";
import { callOrder } from "./call-order.ts";
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
}

type Selecting = Pick<Trace.CallsQuery, "filter" | "query" | "sort_by" | "expand_columns">;

/**
 * Compiles filter, query and order. Refs in them may have either form.
 *
 * @throws InvalidInput or FieldNotAllowed; see `compileFilter`, `compileQuery` and `callOrder`.
 */
export function selectCalls(
  request: Selecting,
  project: Project,
  projects: RequestProjects,
): CallsSelection {
  if (request.expand_columns?.length) {
    throw new InvalidInput(
      "expand_columns is not supported yet. Leave it out, and resolve refs with /refs/read_batch.",
    );
  }
  const parameters = new Parameters();
  const { conditions, callIds } = compileFilter(request.filter, parameters, projects);
  const light = [`project_id = ${parameters.add(project.id, "String")}`, ...conditions];
  const query = request.query ? externalValue(request.query, projects) : undefined;
  const condition = query && queryCondition(query, project, parameters);
  if (typeof condition === "string") light.push(condition);
  return {
    projectId: project.id,
    light,
    ...(typeof condition === "object" && { deep: condition }),
    parameters,
    callIds,
    isDense: !query && conditions.length === (request.filter?.trace_roots_only ? 1 : 0),
    order: callOrder(request.sort_by, project.name, parameters),
  };
}

/** The condition of a query; only one on payloads has several forms. */
function queryCondition(
  query: { readonly $expr: unknown },
  { name }: Project,
  parameters: Parameters,
): string | DeepCondition {
  const inLeaves = new CallFields(name, parameters, "leaves");
  const leaves = compileQuery(query, { fields: inLeaves, parameters });
  const { unknown } = inLeaves;
  if (unknown === undefined) return leaves;
  const inPayloads = new CallFields(name, parameters, "whole");
  return { leaves, unknown, whole: compileQuery(query, { fields: inPayloads, parameters }) };
}
