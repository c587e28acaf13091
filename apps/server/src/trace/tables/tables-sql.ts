import { LRUCache } from "lru-cache";
import type { ProjectId, WritableId } from "../../access/project-id.ts";
import { LoopTurn } from "../../budgets/loop-turns.ts";
import type { Traces } from "../../store/traces/traces.ts";
import { tableRowsTable } from "../../store/traces/tables/table-rows.ts";
import { tablesTable } from "../../store/traces/tables/tables.ts";
import type { TraceWriters } from "../../store/traces/open-trace-tables.ts";

/** One stored row: canonical text with refs in internal form. */
export interface StoredRow {
  readonly digest: string;
  readonly val: string;
}

/** The trace store, and the writers of its tables. */
export interface TablesStoreOptions {
  readonly traces: Traces;
  readonly writers: Pick<TraceWriters, "tableRows" | "tables">;
}

/** Most digests in one statement: ClickHouse accepts parameters of up to 128 KiB. */
export const digestsAtOnce: number = 2_000;
const maxRemembered = 10_000;
/** Characters of rows that a request gives to the queue at once. */
const writtenAtOnce = 8 * 1024 * 1024;

/** Stores tables and their rows in the trace store. */
export class TablesStore {
  readonly #traces: Traces;
  readonly #writers: TablesStoreOptions["writers"];
  /** Tables whose rows are all stored. Rows are never deleted, so this stays true. */
  readonly #complete: LRUCache<string, true> = new LRUCache({ max: maxRemembered });

  constructor(options: TablesStoreOptions) {
    this.#traces = options.traces;
    this.#writers = options.writers;
  }

  /** Makes rows durable, given as texts by digest; a stored row changes nothing. */
  async putRows(project: WritableId, rows: ReadonlyMap<string, string>): Promise<void> {
    const turn = new LoopTurn();
    let lines: string[] = [];
    let length = 0;
    for (const [digest, text] of rows) {
      const line = tableRowsTable.line({ project_id: project, digest, val: text });
      lines.push(line);
      length += line.length;
      if (length > writtenAtOnce) {
        // Waiting here leaves room in the queue for other requests, and avoids a second copy of all
        // rows.
        await this.#writers.tableRows.write(lines);
        lines = [];
        length = 0;
      }
      if (turn.isOver) await turn.next();
    }
    await this.#writers.tableRows.write(lines);
  }

  /** Makes a table durable. `isComplete` says that all its rows are known to be stored. */
  async putTable(
    project: WritableId,
    digest: string,
    rowDigests: readonly string[],
    isComplete: boolean,
  ): Promise<void> {
    const line = tablesTable.line({ project_id: project, digest, row_digests: rowDigests });
    await this.#writers.tables.write([line]);
    if (isComplete) this.#complete.set(`${project}/${digest}`, true);
  }

  /** The number of rows of a table; undefined for an unknown table. */
  async length(
    project: ProjectId,
    digest: string,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const [found] = await this.#traces.query<{ length: number }>(
      `SELECT length(row_digests) AS length FROM tables
       WHERE project_id = {project:String} AND digest = {digest:String} LIMIT 1`,
      { project, digest },
      { signal, cost: "short" },
    );
    return found?.length;
  }

  /** The numbers of rows of tables, by digest; unknown tables are left out. */
  async lengths(
    project: ProjectId,
    digests: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<string, number>> {
    if (digests.length === 0) return new Map();
    const found = await this.#traces.query<{ digest: string; length: number }>(
      `SELECT digest, length(row_digests) AS length FROM tables
       WHERE project_id = {project:String} AND digest IN {digests:Array(String)}
       LIMIT 1 BY digest`,
      { project, digests },
      { signal, cost: "short" },
    );
    return new Map(found.map(({ digest, length }) => [digest, length]));
  }

  /** Bytes of the rows of tables, repeated rows included; tables without rows are absent. */
  async storedBytes(
    project: ProjectId,
    digests: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<string, number>> {
    if (digests.length === 0) return new Map();
    const found = await this.#traces.query<{ digest: string; bytes: number }>(
      `WITH asked AS (
         SELECT digest, row_digests FROM tables
         WHERE project_id = {project:String} AND digest IN {digests:Array(String)}
         LIMIT 1 BY digest
       )
       SELECT places.digest AS digest, sum(sizes.bytes) AS bytes
       FROM (SELECT digest, arrayJoin(row_digests) AS row FROM asked) AS places
       INNER JOIN (
         SELECT digest, any(length(val)) AS bytes FROM table_rows
         WHERE project_id = {project:String}
           AND digest IN (SELECT arrayJoin(row_digests) FROM asked)
         GROUP BY digest
       ) AS sizes ON sizes.digest = places.row
       GROUP BY places.digest`,
      { project, digests },
      { signal },
    );
    return new Map(found.map(({ digest, bytes }) => [digest, bytes]));
  }

  /** The digests of a table's rows from a place on, in order. */
  async rowDigests(
    project: ProjectId,
    digest: string,
    from: number,
    count: number,
    signal: AbortSignal,
  ): Promise<string[] | undefined> {
    const [found] = await this.#traces.query<{ row_digests: string[] }>(
      `SELECT arraySlice(row_digests, {from:UInt64}, {count:UInt64}) AS row_digests FROM tables
       WHERE project_id = {project:String} AND digest = {digest:String} LIMIT 1`,
      // ClickHouse counts array entries from 1.
      { project, digest, from: from + 1, count: Math.min(count, Number.MAX_SAFE_INTEGER) },
      { signal, cost: "short" },
    );
    return found?.row_digests;
  }

  /** Whether every row of a table is stored: clients may make a table from digests alone. */
  async isComplete(project: ProjectId, digest: string, signal: AbortSignal): Promise<boolean> {
    const key = `${project}/${digest}`;
    if (this.#complete.has(key)) return true;
    const [found] = await this.#traces.query<{ isComplete: number }>(
      `SELECT arrayUniq(row_digests) = (
         SELECT uniqExact(digest) FROM table_rows
         WHERE project_id = {project:String} AND digest IN (
           SELECT arrayJoin(row_digests) FROM tables
           WHERE project_id = {project:String} AND digest = {digest:String}
         )
       ) AS isComplete
       FROM tables WHERE project_id = {project:String} AND digest = {digest:String} LIMIT 1`,
      { project, digest },
      { signal },
    );
    if (found?.isComplete !== 1) return false;
    this.#complete.set(key, true);
    return true;
  }

  /** The digests of a table's stored rows. */
  async presentRows(project: ProjectId, digest: string, signal: AbortSignal): Promise<Set<string>> {
    const present = new Set<string>();
    const rows = this.#traces.stream<{ digest: string }>(
      `SELECT digest FROM table_rows WHERE project_id = {project:String} AND digest IN (
         SELECT arrayJoin(row_digests) FROM tables
         WHERE project_id = {project:String} AND digest = {digest:String}
       )`,
      { project, digest },
      { signal },
    );
    for await (const row of rows) present.add(row.digest);
    return present;
  }

  /** The rows with these digests, in any order; unknown ones are left out. */
  async *rows(
    project: ProjectId,
    digests: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<StoredRow, void> {
    for (let from = 0; from < digests.length; from += digestsAtOnce) {
      yield* this.#traces.stream<StoredRow>(
        `SELECT digest, val FROM table_rows
         WHERE project_id = {project:String} AND digest IN {digests:Array(String)}
         LIMIT 1 BY digest`,
        { project, digests: digests.slice(from, from + digestsAtOnce) },
        { signal },
      );
    }
  }

  /**
   * The rows in one stretch of a table, in any order and perhaps some of them twice. The store
   * orders rows by digest, so many digests touch all parts of the project's rows, and one pass over
   * them is best.
   */
  stretch(
    project: ProjectId,
    digest: string,
    from: number,
    count: number,
    signal: AbortSignal,
  ): AsyncIterable<StoredRow> {
    return this.#traces.stream<StoredRow>(
      `SELECT digest, val FROM table_rows WHERE project_id = {project:String} AND digest IN (
         SELECT arrayJoin(arraySlice(row_digests, {from:UInt64}, {count:UInt64})) FROM tables
         WHERE project_id = {project:String} AND digest = {digest:String}
       )`,
      { project, digest, from: from + 1, count },
      { signal },
    );
  }
}
