import type { Trace } from "@heddle/types";
import type { Project, ProjectId } from "../../../access/project-id.ts";
import type { RequestProjects } from "../../../access/request-projects.ts";
import { compileQuery } from "../../query/compile-query.ts";
import { Parameters } from "../../query/parameters.ts";
import type { Selection } from "../../query/selection-sql.ts";
import { expandedColumns } from "./call-columns-sql.ts";
import { callFields } from "./call-fields-sql.ts";
import { compileFilter } from "./call-filter-sql.ts";
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
  const { conditions, callIds } = compileFilter(request.filter, parameters, projects);
  const field = callFields(name, parameters);
  return {
    projectId,
    whole: [
      `project_id = ${parameters.add(projectId, "String")}`,
      ...conditions,
      ...(request.query
        ? [compileQuery(externalValue(request.query, projects), { field, parameters })]
        : []),
    ],
    parameters,
    callIds,
    isDense: !request.query && conditions.length === (request.filter?.trace_roots_only ? 1 : 0),
  };
}
