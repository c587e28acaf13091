import type { Trace } from "@heddle/types";
import { InvalidInput } from "../../../refusals/refusal.ts";
import type { Project, ProjectId } from "../../../access/project-id.ts";
import type { RequestProjects } from "../../../access/request-projects.ts";
import { compileQuery } from "../../query/compile-query.ts";
import { Parameters } from "../../query/parameters.ts";
import { expandedColumns } from "./call-columns-sql.ts";
import { callFields } from "./call-fields-sql.ts";
import { compileFilter } from "./call-filter-sql.ts";
import { externalValue } from "../record/call-refs.ts";

/** A selection of calls as SQL. */
export interface CallsSelection {
  readonly projectId: ProjectId;
  /** Conditions that must all hold, including the condition for the project. */
  readonly conditions: readonly string[];
  readonly parameters: Parameters;
  /** The ids in the filter, if it has any: only these calls can match. */
  readonly callIds: readonly string[] | undefined;
  /** Whether the matches are few and at any time. */
  readonly isSelective: boolean;
  /**
   * Whether all calls of the project match, or all roots, so that the next match is always near.
   */
  readonly isDense: boolean;
}

type Selecting = Pick<Trace.CallsQuery, "filter" | "query" | "expand_columns">;

/**
 * Compiles filter and query. Refs in them may have either form.
 *
 * @throws InvalidInput or FieldNotAllowed; see `compileFilter` and `compileQuery`.
 */
export function selectCalls(
  request: Selecting,
  { name, id: projectId }: Project,
  projects: RequestProjects,
): CallsSelection {
  expandedColumns(request);
  const parameters = new Parameters();
  const { conditions, callIds, isSelective } = compileFilter(request.filter, parameters, projects);
  const field = callFields(name, parameters);
  return {
    projectId,
    conditions: [
      `project_id = ${parameters.add(projectId, "String")}`,
      ...conditions,
      ...(request.query
        ? [compileQuery(externalValue(request.query, projects), { field, parameters })]
        : []),
    ],
    parameters,
    callIds,
    isSelective,
    isDense: !request.query && conditions.length === (request.filter?.trace_roots_only ? 1 : 0),
  };
}

/**
 * A number of calls from a request; `undefined` if the request gives none.
 *
 * @throws InvalidInput for a negative number.
 */
export function callCount(
  name: "limit" | "offset",
  value: number | null | undefined,
): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (value >= 0) return Math.min(value, Number.MAX_SAFE_INTEGER - 1);
  throw new InvalidInput(`${name} is ${value}; it must not be negative.`);
}
