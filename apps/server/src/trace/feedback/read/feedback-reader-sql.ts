import type { ProjectId } from "../../../access/project-id.ts";
import type { ReadOptions, Traces } from "../../../store/traces/traces.ts";
import { Parameters } from "../../query/parameters.ts";
import type { Window } from "../../query/window.ts";
import type { AskedColumns } from "./asked-columns-sql.ts";
import type { FeedbackSelection } from "./feedback-selection.ts";

/** A row with the requested columns, under their own names. */
export interface FeedbackRead extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly version: number;
}

/** A row of a selection, and the size of its payload. */
export interface FeedbackPlace {
  readonly id: string;
  readonly version: number;
  readonly payload_bytes: number;
}

/** Most rows, and most bytes of payloads, that one statement reads whole. */
const maxRowsAtOnce = 2_000;
const maxBytesAtOnce = 8 * 1024 * 1024;
/** Most rows that are read whole before anybody knows how many there are. */
const maxFew = 100;

/** Reads feedback. The engine merges the rows of one id while it reads them. */
export class FeedbackReader {
  readonly #traces: Traces;

  constructor(traces: Traces) {
    this.#traces = traces;
  }

  /** Counts the matching feedback. */
  async count(selection: FeedbackSelection, signal: AbortSignal): Promise<number> {
    const [row] = await this.#traces.query<{ found: number }>(
      `SELECT count() AS found FROM ${rowsOf(selection)}`,
      selection.parameters.values,
      optionsOf(selection, signal),
    );
    return row?.found ?? 0;
  }

  /**
   * The rows of a selection that names its feedback, if they are few and short, as they nearly
   * always are: that saves a statement. Undefined if they must be read in two steps.
   */
  async few(
    selection: FeedbackSelection,
    { shortSql }: AskedColumns,
    { limit, offset }: Window,
    signal: AbortSignal,
  ): Promise<FeedbackRead[] | undefined> {
    if (!selection.isNamed || shortSql === undefined) return undefined;
    const rows = await this.#traces.query<FeedbackRead>(
      `SELECT id, version${shortSql} FROM ${rowsOf(selection)}
      ORDER BY ${selection.order.sql} LIMIT ${Math.min(limit, maxFew + 1)} OFFSET ${offset}`,
      selection.parameters.values,
      optionsOf(selection, signal),
    );
    const isShort = rows.length <= maxFew && rows.every((row) => row["short_payload"] !== null);
    if (!isShort) return undefined;
    return rows.map((row) => ({ ...row, payload: row["short_payload"] }));
  }

  /** Finds the matching feedback in its order. */
  async places(
    selection: FeedbackSelection,
    { limit, offset }: Window,
    signal: AbortSignal,
  ): Promise<FeedbackPlace[]> {
    return this.#traces.query<FeedbackPlace>(
      `SELECT id, version, payload_bytes FROM ${rowsOf(selection)}
      ORDER BY ${selection.order.sql} LIMIT ${limit} OFFSET ${offset}`,
      selection.parameters.values,
      optionsOf(selection, signal),
    );
  }

  /**
   * Yields the rows at these places in their order, in lists of bounded size. A row that has been
   * replaced in the meantime is left out.
   */
  async *rows(
    project: ProjectId,
    places: readonly FeedbackPlace[],
    columns: AskedColumns,
    options: ReadOptions,
  ): AsyncGenerator<FeedbackRead[], void> {
    for (let at = 0; at < places.length;) {
      const some = nextOf(places, at);
      at += some.length;
      yield await this.#whole(project, some, columns, options);
    }
  }

  async #whole(
    project: ProjectId,
    places: readonly FeedbackPlace[],
    columns: AskedColumns,
    options: ReadOptions,
  ): Promise<FeedbackRead[]> {
    const parameters = new Parameters(columns.parameters);
    const inProject = `project_id = ${parameters.add(project, "String")}`;
    const ids = parameters.addList(
      places.map(({ id }) => id),
      "Array(String)",
    );
    const rows = await this.#traces.query<FeedbackRead>(
      `SELECT id, version${columns.sql} FROM feedback FINAL WHERE ${inProject} AND id IN ${ids}`,
      parameters.values,
      options,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return places.flatMap(({ id, version }) => {
      const row = byId.get(id);
      return row?.version === version ? [row] : [];
    });
  }
}

function rowsOf({ conditions }: FeedbackSelection): string {
  return `feedback FINAL WHERE ${conditions.join(" AND ")}`;
}

function optionsOf({ isNamed }: FeedbackSelection, signal: AbortSignal): ReadOptions {
  return { signal, cost: isNamed ? "short" : "long" };
}

function nextOf(places: readonly FeedbackPlace[], from: number): readonly FeedbackPlace[] {
  let bytes = 0;
  let to = from;
  while (to < places.length && to - from < maxRowsAtOnce) {
    bytes += places[to]?.payload_bytes ?? 0;
    if (bytes > maxBytesAtOnce && to > from) break;
    to += 1;
  }
  return places.slice(from, to);
}
