import type { Trace } from "@heddle/types";
import { InvalidInput } from "../../../refusals/refusal.ts";
import type { Project, ProjectId } from "../../../access/project-id.ts";
import type { RequestProjects } from "../../../access/request-projects.ts";
import { compileQuery } from "../../query/compile-query.ts";
import { Parameters } from "../../query/parameters.ts";
import { callFields } from "./call-fields-sql.ts";
import { compileFilter } from "./call-filter-sql.ts";
import { externalValue } from "../record/call-refs.ts";

/** Which calls are meant, as SQL. */
export interface CallsSelection {
  readonly projectId: ProjectId;
  /** Conditions that all must hold, the project's among them. */
  readonly conditions: readonly string[];
  readonly parameters: Parameters;
  /** The only ids that can match, where the filter names them. */
  readonly callIds: readonly string[] | undefined;
  /** Matches are few and lie anywhere in time. */
  readonly isSelective: boolean;
  /** All calls of the project match, or all roots: the next that match are never far. */
  readonly isDense: boolean;
}

type Selecting = Pick<Trace.CallsQuery, "filter" | "query" | "expand_columns">;

/**
 * Compiles filter and query, in which refs may have either form.
 *
 * @throws ApiError for what they may not hold; see `compileFilter` and `compileQuery`.
 */
export function selectCalls(
  request: Selecting,
  { name, id: projectId }: Project,
  projects: RequestProjects,
): CallsSelection {
  if (request.expand_columns?.length) {
    throw new InvalidInput(
      "expand_columns is not supported yet. Leave it out, and resolve refs with /refs/read_batch.",
    );
  }
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
 * A number of calls as a request gives it; `undefined` where it gives none.
 *
 * @throws InvalidInput for one below zero.
 */
export function callCount(
  name: "limit" | "offset",
  value: number | null | undefined,
): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (value >= 0) return Math.min(value, Number.MAX_SAFE_INTEGER - 1);
  throw new InvalidInput(`${name} is ${value}; it must not be negative.`);
}
