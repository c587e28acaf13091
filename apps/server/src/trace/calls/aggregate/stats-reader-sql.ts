import type { ProjectId } from "../../../access/project-id.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { Parameters } from "../../query/parameters.ts";
import { merged, mergedSettings, newestAmong } from "../../query/versioned-table-sql.ts";
import { columnText, type Instant } from "../../instant.ts";
import { bucketSql } from "../../statistics/bucket-sql.ts";
import type { StatsRow } from "../../statistics/filled-buckets.ts";
import type { TimeBuckets } from "../../statistics/time-buckets.ts";
import type { CompiledFilter } from "../read/call-filter-sql.ts";
import { placesByIds } from "../read/calls-places-sql.ts";
import { calls } from "../read/calls-table.ts";
import type { Figure } from "./figures.ts";
import { figureColumns } from "./figures-sql.ts";

/** The calls of statistics. */
export interface StatsSelection {
  readonly projectId: ProjectId;
  readonly filter: CompiledFilter;
  /** The values of the filter. */
  readonly parameters: Parameters;
  readonly start: Instant;
  readonly end: Instant;
  readonly buckets: TimeBuckets;
}

/** The figures of one model in one bucket. */
export interface ModelStatsRow extends StatsRow {
  readonly model: string;
}

/** The rows to read, the condition of those that count, and the index of their bucket. */
interface StatementParts {
  readonly rows: string;
  readonly where: string;
  readonly bucket: string;
}

/** Reads statistics of calls: only buckets with calls in them. */
export class StatsReader {
  readonly #traces: Traces;

  constructor(traces: Traces) {
    this.#traces = traces;
  }

  /** The figures of calls in each bucket. */
  async ofCalls(
    selection: StatsSelection,
    figures: readonly Figure[],
    signal: AbortSignal,
  ): Promise<StatsRow[]> {
    return this.#read<StatsRow>(selection, signal, ({ rows, where, bucket }) => {
      const columns = [`${bucket} AS bucket`, "count() AS count", ...figureColumns(figures)];
      return `SELECT ${columns.join(", ")} FROM ${rows} WHERE ${where} GROUP BY bucket`;
    });
  }

  /** The figures of each model in each bucket; `atMost` rows. */
  async ofModels(
    selection: StatsSelection,
    figures: readonly Figure[],
    atMost: number,
    signal: AbortSignal,
  ): Promise<ModelStatsRow[]> {
    return this.#read<ModelStatsRow>(selection, signal, ({ rows, where, bucket }) => {
      const counted = ["count() AS count", ...figureColumns(figures)];
      const columns = [`${bucket} AS bucket`, "used AS model", ...counted];
      return `SELECT ${columns.join(", ")} FROM ${rows}
        ARRAY JOIN usage_models AS used, arrayEnumerate(usage_models) AS at
        WHERE ${where} GROUP BY bucket, used LIMIT ${atMost}`;
    });
  }

  async #read<Row>(
    selection: StatsSelection,
    signal: AbortSignal,
    statement: (parts: StatementParts) => string,
  ): Promise<Row[]> {
    const { projectId, filter, start, end, buckets } = selection;
    const parameters = new Parameters(selection.parameters);
    const conditions = [
      `project_id = ${parameters.add(projectId, "String")}`,
      `started_at >= ${parameters.add(columnText(start), "DateTime64(6, 'UTC')")}`,
      `started_at < ${parameters.add(columnText(end), "DateTime64(6, 'UTC')")}`,
      ...filter.conditions,
    ];
    const { callIds } = filter;
    const sql = statement({
      rows: callIds
        ? newestAmong(calls, placesByIds(projectId, callIds, parameters))
        : merged(calls),
      where: conditions.join(" AND "),
      bucket: bucketSql(buckets, "started_at", parameters),
    });
    return this.#traces.query<Row>(sql, parameters.values, {
      signal,
      cost: callIds ? "short" : "long",
      settings: callIds ? {} : mergedSettings,
    });
  }
}
