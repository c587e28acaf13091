import type { ProjectId } from "../../access/project-id.ts";
import type { ReadOptions, Traces } from "../../store/traces/traces.ts";
import type { TableKey } from "./order.ts";
import { Parameters } from "./parameters.ts";

/**
 * A trace table that may hold several rows of one entry until the engine merges them: the row with
 * the highest `version` counts, and if its `is_deleted` is set, there is no entry.
 *
 * `FINAL` merges rows while it reads. For a page it costs several times the page itself, so pages
 * are read as candidates: rows that match, merged or not. Then the newest rows of those entries
 * tell which candidates count.
 */
export interface VersionedTable {
  readonly name: string;
  /** The moment and the id that name an entry in its project, in the order of the table. */
  readonly key: TableKey;
}

/** The columns that name an entry, and the version of its row. */
export interface EntryKey {
  readonly moment: string;
  readonly id: string;
}

/** The condition that a row belongs to one of these entries. */
export function amongKeys(
  { key: [moment, id] }: VersionedTable,
  keys: readonly EntryKey[],
  parameters: Parameters,
): string {
  const moments = parameters.addList(
    keys.map((one) => one.moment),
    "Array(DateTime64(6, 'UTC'))",
  );
  const ids = parameters.addList(
    keys.map((one) => one.id),
    "Array(String)",
  );
  return `(${moment}, ${id}) IN arrayZip(${moments}, ${ids})`;
}

/**
 * For `FROM`: the entries among the rows of a condition, each with its newest row, under the name of
 * the table. The condition must hold for all rows of an entry or for none, so it is one on keys.
 */
export function newestAmong({ name, key }: VersionedTable, condition: string): string {
  return `(SELECT * FROM (
      SELECT * FROM ${name} WHERE ${condition}
      ORDER BY version DESC LIMIT 1 BY ${key.join(", ")}
    ) WHERE is_deleted = 0) AS ${name}`;
}

/**
 * For `FROM`: all entries of the table, each with its newest row. For what no page can answer:
 * counts and sums over all entries. Use it with {@link mergedSettings}.
 */
export function merged({ name }: VersionedTable): string {
  return `${name} FINAL`;
}

/** The partition of an entry follows from its key, so all rows of an entry are in one partition. */
export const mergedSettings: Readonly<Record<string, number>> = {
  do_not_merge_across_partitions_select_final: 1,
};

/**
 * Settings for candidates: the projection by id has some of the columns too, but in another order,
 * and the engine would read all of it.
 */
export const candidateSettings: Readonly<Record<string, number>> = {
  optimize_use_projections: 0,
};

/** The rows to read, and their columns. */
export interface NewestRows {
  readonly table: VersionedTable;
  readonly project: ProjectId;
  readonly columns: string;
  /** A condition that the newest row of an entry must meet. */
  readonly matching?: { readonly sql: string; readonly parameters: Parameters } | undefined;
}

/** The newest rows of these entries that are not deleted, in any order. */
export async function newestRows<Row>(
  traces: Traces,
  { table, project, columns, matching }: NewestRows,
  keys: readonly EntryKey[],
  options: ReadOptions,
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const parameters = new Parameters(matching?.parameters);
  const own = `project_id = ${parameters.add(project, "String")}`;
  const rows = newestAmong(table, `${own} AND ${amongKeys(table, keys, parameters)}`);
  const where = matching ? `WHERE ${matching.sql}` : "";
  return traces.query<Row>(`SELECT ${columns} FROM ${rows} ${where}`, parameters.values, {
    ...options,
    settings: { ...options.settings, ...candidateSettings },
  });
}
