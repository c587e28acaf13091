import type { ProjectId } from "../../../access/project-id.ts";
import { ownRead, type Traces } from "../../../store/traces/traces.ts";
import { Parameters } from "../../query/parameters.ts";

/** The project and the id that name a piece of feedback. */
export interface FeedbackKey {
  readonly projectId: ProjectId;
  readonly id: string;
}

/** Names feedback in maps. */
export function keyText({ projectId, id }: FeedbackKey): string {
  return `${projectId}/${id}`;
}

/** The highest version of each of these keys in the store, by {@link keyText}. */
export async function versionsOf(
  traces: Traces,
  keys: readonly FeedbackKey[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const parameters = new Parameters();
  const projects = parameters.addList(
    keys.map(({ projectId }) => projectId),
    "Array(String)",
  );
  const ids = parameters.addList(
    keys.map(({ id }) => id),
    "Array(String)",
  );
  const rows = await traces.query<{ project_id: ProjectId; id: string; highest: number }>(
    `SELECT project_id, id, max(version) AS highest FROM feedback
    WHERE (project_id, id) IN arrayZip(${projects}, ${ids}) GROUP BY project_id, id`,
    parameters.values,
    { ...ownRead, cost: "short" },
  );
  return new Map(
    rows.map(({ project_id, id, highest }) => [keyText({ projectId: project_id, id }), highest]),
  );
}

/** The highest version in the store above this one; 0 if there is none. */
export async function highestVersion(traces: Traces, above: number): Promise<number> {
  const parameters = new Parameters();
  const [row] = await traces.query<{ highest: number }>(
    `SELECT max(version) AS highest FROM feedback
    WHERE version > ${parameters.add(above, "UInt64")}`,
    parameters.values,
    { ...ownRead, cost: "short" },
  );
  return row?.highest ?? 0;
}
