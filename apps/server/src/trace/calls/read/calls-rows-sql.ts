import { Parameters } from "../../query/parameters.ts";
import { merged, newestAmong } from "../../query/versioned-table-sql.ts";
import { placesByIds } from "./calls-places-sql.ts";
import type { CallsSelection } from "./calls-selection.ts";
import { calls } from "./calls-table.ts";

/** For `FROM`: the newest rows of all calls, or only of the calls that a selection names. */
export function rowsOf({ callIds, projectId, parameters: given }: CallsSelection): {
  rows: string;
  parameters: Parameters;
  isNamed: boolean;
} {
  const parameters = new Parameters(given);
  if (!callIds) return { rows: merged(calls), parameters, isNamed: false };
  const places = placesByIds(projectId, [...new Set(callIds)], parameters);
  return { rows: newestAmong(calls, places), parameters, isNamed: true };
}
