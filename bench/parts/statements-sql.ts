import { project } from "../calls/sample-call.ts";
import type { RawStatement } from "./question.ts";
import type { Picks } from "./statements-picks.ts";

type Part = Pick<RawStatement, "params"> & { readonly sql: string };

/** The columns of a whole call. */
export const columns: string = [
  "id, trace_id, op_name, started_at, parent_id, display_name, ended_at, status, storage_bytes",
  "thread_id, turn_id, exception, wb_user_id, wb_run_id, wb_run_step, wb_run_step_end",
  "inputs, output, attributes, summary",
].join(", ");
const projectId = Buffer.from(project).toString("base64url");
export const own: string = `project_id = '${projectId}'`;
export const key = "started_at, id";
const newestFirst = "started_at DESC";
const latencyMs =
  "intDiv(toUnixTimestamp64Micro(ended_at) - toUnixTimestamp64Micro(started_at), 1000)";

/** No answer comes from a cache. */
export const uncached: RawStatement["settings"] = { use_query_condition_cache: 0 };
/** The projection has some of the columns too, but in another order. */
export const scanned: RawStatement["settings"] = { ...uncached, optimize_use_projections: 0 };
const merged = { ...scanned, do_not_merge_across_partitions_select_final: 1 };

/** The newest rows of the calls that these keys name. */
export function newest(keys: string): string {
  return `(SELECT * FROM calls WHERE ${own} AND (${key}) IN (${keys})
    ORDER BY version DESC LIMIT 1 BY ${key}) AS calls`;
}

interface PageOptions {
  readonly where?: string;
  readonly params?: RawStatement["params"];
  /** The order of the page; candidates are found by its first term. */
  readonly order?: readonly [first: string, ...others: string[]];
  readonly offset?: number;
}

/**
 * A page of 50: candidates among all rows, of which the newest row decides. It is three to five
 * times as fast as `FINAL`, which merges all rows from the first on. `PREWHERE` keeps the engine
 * from reading the project's id of all rows before the condition, which costs more than the
 * condition.
 */
export function page({ where, params = {}, order, offset = 0 }: PageOptions): RawStatement {
  const [first, ...others] = order ?? [newestFirst, "id"];
  const limit = 50 + offset + Math.max(32, Math.ceil((50 + offset) / 8));
  const candidates = `SELECT ${key} FROM calls ${where ? `PREWHERE ${where}` : ""}
    WHERE ${own} AND is_deleted = 0 ORDER BY ${first} LIMIT ${limit}`;
  const sql = `SELECT ${columns} FROM ${newest(candidates)}
    WHERE is_deleted = 0 AND ${where ?? "true"}
    ORDER BY ${[first, ...others].join(", ")} LIMIT 50 OFFSET ${offset}`;
  return { sql, params, settings: scanned };
}

/**
 * The newest 50 of all calls: the first rows, tombstones included, hold the newest row of each
 * call, so no other statement has to tell. The engine reads payloads after the limit.
 */
export function newestOfAll(): RawStatement {
  const sql = `SELECT ${columns} FROM (
      SELECT * FROM (
        SELECT ${columns}, version, is_deleted FROM calls WHERE ${own}
        ORDER BY ${newestFirst} LIMIT 90)
      ORDER BY version DESC LIMIT 1 BY ${key})
    WHERE is_deleted = 0 ORDER BY ${newestFirst}, id LIMIT 50`;
  return { sql, params: {}, settings: scanned };
}

/** Whole calls by their ids: the projection by id tells their keys. */
export function byIds(ids: readonly string[]): RawStatement {
  const keys = `SELECT ${key} FROM calls WHERE ${own} AND id IN {ids:Array(String)}`;
  const sql = `SELECT ${columns} FROM ${newest(keys)} WHERE is_deleted = 0 ORDER BY ${key}`;
  return { sql, params: { ids }, settings: uncached };
}

/** The few rows of a trace, which an index finds. */
export function oneTrace({ traceId }: Picks): RawStatement {
  const sql = `SELECT * FROM (SELECT ${columns}, is_deleted FROM calls
    WHERE ${own} AND trace_id = {trace:String} ORDER BY version DESC LIMIT 1 BY ${key})
    WHERE is_deleted = 0 ORDER BY ${key}`;
  return { sql, params: { trace: traceId }, settings: scanned };
}

/** The number of calls that match. */
export function count(where = "true", params: RawStatement["params"] = {}): RawStatement {
  const sql = `SELECT count() AS count FROM calls FINAL WHERE ${own} AND ${where}`;
  return { sql, params, settings: merged };
}

/** Figures of each day. */
export function daily(): RawStatement {
  const sql = `SELECT toDate(started_at) AS day, count() AS count, avg(${latencyMs}) AS avg,
    quantile(0.95)(${latencyMs}) AS p95, countIf(status = 'error') AS errors
    FROM calls FINAL WHERE ${own} GROUP BY day ORDER BY day`;
  return { sql, params: {}, settings: merged };
}

/** The slowest first. */
export const slowestFirst: readonly [string, ...string[]] = [
  `${latencyMs} DESC NULLS LAST`,
  "id",
  "started_at",
];

/** Whole calls from a moment on, in their order. */
export function from(moment: string, limit: number): RawStatement {
  const sql = `SELECT ${columns} FROM calls FINAL
    WHERE ${own} AND started_at >= {from:DateTime64(6, 'UTC')} AND started_at <= (
      SELECT max(started_at) FROM (
        SELECT started_at FROM calls WHERE ${own} AND started_at >= {from:DateTime64(6, 'UTC')}
        ORDER BY started_at LIMIT ${Math.ceil(limit * 1.15)}))
    ORDER BY ${key} LIMIT ${limit}`;
  return { sql, params: { from: moment }, settings: merged };
}

/**
 * A leaf of the inputs as text. Tables with columns of leaves find it there, others in the payload;
 * the calls here have all of their leaves in the column.
 */
export function leaf(name: string, hasLeaves: boolean): string {
  if (!hasLeaves) return `JSONExtractString(inputs, '${name}')`;
  const mark = `char(127) || '/${name}' || char(127) || 's'`;
  return `if(position(inputs_leaves, ${mark}) = 0, '', substringIndex(substring(inputs_leaves,
    position(inputs_leaves, ${mark}) + length(${mark})), char(127), 1))`;
}

/** That a leaf of the inputs has a value; `text` is a literal of JSON. */
export function leafIs(name: string, value: string | number, hasLeaves: boolean): Part {
  if (hasLeaves) {
    const tagged = `${typeof value === "string" ? "s" : "n"}${value}`;
    const params = { leaf: `\u007f/${name}\u007f${tagged}\u007f` };
    return { sql: "position(inputs_leaves, {leaf:String}) > 0", params };
  }
  // The quick search leaves few payloads to parse.
  const text = JSON.stringify(value);
  const sql = `(position(inputs, {text:String}) > 0
    AND JSONExtractRaw(inputs, '${name}') = {text:String})`;
  return { sql, params: { text } };
}
