import type { ProjectId } from "../../../access/project-id.ts";
import type { ReadOptions, Traces } from "../../../store/traces/traces.ts";
import { Parameters } from "../../query/parameters.ts";
import { candidateSettings } from "../../query/versioned-table-sql.ts";
import type { CallPlace } from "./call-place.ts";
import { calls } from "./calls-table.ts";

/** Of places that are dense, all rows between them are at most so many times as much. */
const mostRead = 1.5;

/**
 * All rows between the first and the last of these places: several of one call, and deleted ones too.
 * The engine finds them faster than rows by their keys.
 */
export async function rowsBetween<Row>(
  traces: Traces,
  { project, columns }: { readonly project: ProjectId; readonly columns: string },
  places: readonly CallPlace[],
  options: ReadOptions,
): Promise<Row[]> {
  const parameters = new Parameters();
  const where = between(project, places, parameters);
  return traces.query<Row>(
    `SELECT ${columns} FROM ${calls.name} WHERE ${where}`,
    parameters.values,
    { ...options, settings: candidateSettings },
  );
}

/**
 * Whether most rows between the first and the last of these places, in the order of the table, are
 * at these places.
 */
export async function areDense(
  traces: Traces,
  project: ProjectId,
  places: readonly CallPlace[],
  options: ReadOptions,
): Promise<boolean> {
  const parameters = new Parameters();
  const where = between(project, places, parameters);
  const [all] = await traces.query<{ count: number; bytes: number }>(
    `SELECT count() AS count, sum(storage_bytes) AS bytes FROM ${calls.name} WHERE ${where}`,
    parameters.values,
    { ...options, settings: candidateSettings },
  );
  let bytes = 0;
  for (const { storage_bytes } of places) bytes += storage_bytes;
  return (
    all !== undefined && all.count <= places.length * mostRead && all.bytes <= bytes * mostRead
  );
}

function between(project: ProjectId, places: readonly CallPlace[], parameters: Parameters): string {
  const own = `project_id = ${parameters.add(project, "String")}`;
  const [one, other] = [places[0]?.moment ?? "", places.at(-1)?.moment ?? ""];
  const [from, to] = one < other ? [one, other] : [other, one];
  const type = "DateTime64(6, 'UTC')";
  return `${own} AND started_at BETWEEN ${parameters.add(from, type)} AND ${parameters.add(to, type)}`;
}
