import { RowRefused } from "../errors.ts";
import { GroupCommit } from "./group-commit.ts";
import { entriesOf } from "./tables/entries-of.ts";
import type { Row } from "./row.ts";
import type { Traces } from "./traces.ts";

/**
 * Inserts rows and returns for each undefined, or the error that it failed with. If the engine
 * refuses a row, it tries halves of the rows until that row is found: only that row fails.
 */
export async function insertRows(
  traces: Traces,
  table: string,
  rows: readonly Row[],
): Promise<readonly (Error | undefined)[]> {
  return insertTogether(
    traces,
    table,
    rows.map((row) => [row]),
  );
}

/**
 * The same for groups of rows. In a table without partitions, the rows of a group are stored
 * together or not at all.
 */
export async function insertTogether(
  traces: Traces,
  table: string,
  groups: readonly (readonly Row[])[],
): Promise<readonly (Error | undefined)[]> {
  try {
    await traces.insert(table, groups.flat(), crypto.randomUUID());
    return Array.from<undefined>({ length: groups.length });
  } catch (error) {
    const failure = error as Error;
    if (!(failure instanceof RowRefused) || groups.length <= 1) return groups.map(() => failure);
  }
  const middle = Math.ceil(groups.length / 2);
  const first = await insertTogether(traces, table, groups.slice(0, middle));
  const second = await insertTogether(traces, table, groups.slice(middle));
  return [...first, ...second];
}

export interface TableWriterOptions {
  readonly traces: Traces;
  readonly table: string;
  /** Bytes of rows that may wait; more are refused with `QueueFull`. */
  readonly maxQueuedBytes: number;
}

/** The only writer of a table: rows of many requests share an insert, each gets its own answer. */
export class TableWriter {
  readonly table: string;
  readonly #queue: GroupCommit<string>;

  constructor({ traces, table, maxQueuedBytes }: TableWriterOptions) {
    this.table = table;
    this.#queue = new GroupCommit<string>({
      name: entriesOf(table).many,
      sizeOf: (row) => row.length,
      commit: (rows) => insertRows(traces, table, rows),
      maxQueuedBytes,
    });
  }

  /** Bytes of rows that wait or are being stored. */
  get queuedBytes(): number {
    return this.#queue.outstandingBytes;
  }

  /** Resolves when all rows are durable. Throws the error of the first row that failed. */
  async write(rows: readonly string[]): Promise<void> {
    const failure = (await this.#queue.submit(rows)).find((outcome) => outcome !== undefined);
    if (failure !== undefined) throw failure;
  }

  /** Takes nothing new, and resolves when all rows that were taken are durable. */
  async close(): Promise<void> {
    await this.#queue.close();
  }
}
