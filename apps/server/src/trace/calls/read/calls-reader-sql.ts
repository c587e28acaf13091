import { OverLimit } from "../../../refusals/refusal.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import type { ProjectId } from "../../../access/project-id.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { Parameters } from "../../query/parameters.ts";
import { type CallRow, rootTrace } from "./call-answer.ts";
import { CallChunks, type CallsRequest, keySet } from "./call-chunks-sql.ts";
import { CallsLookup } from "./calls-lookup-sql.ts";
import type { CallsSelection } from "./calls-selection.ts";
import { type Child, withDescendants } from "./descendants.ts";
import type { HeldRows } from "./held-rows.ts";

const maxReadAtOnce = 20;
/** Most calls that one deletion searches for calls below the given ones. */
const maxWalkedCalls = requestBounds.deletedCalls.limit;

/** Reads calls. */
export class CallsReader {
  readonly #traces: Traces;
  readonly #lookup: CallsLookup;
  readonly #chunks: CallChunks;

  /** Rows that the reader does not take are released after `idleMs`. */
  constructor(traces: Traces, idleMs?: number) {
    this.#traces = traces;
    this.#lookup = new CallsLookup(traces);
    this.#chunks = new CallChunks(traces, idleMs);
  }

  /**
   * Yields calls in their order, in chunks of bounded size; take from each chunk until it is empty.
   */
  async *chunks(request: CallsRequest): AsyncGenerator<HeldRows<CallRow>, void> {
    const selection = await this.#byIds(request.selection, request.signal);
    if (!selection) return;
    yield* this.#chunks.of({ ...request, selection }, isFew(request.selection));
  }

  /** Counts the matching calls, up to `atMost`. */
  async count(
    { conditions, parameters, ...rest }: CallsSelection,
    atMost: number | undefined,
    signal: AbortSignal,
  ): Promise<number> {
    const selection = await this.#byIds({ conditions, parameters, ...rest }, signal);
    if (!selection) return 0;
    const where = selection.conditions.join(" AND ");
    const sql =
      atMost === undefined
        ? `SELECT count() AS calls FROM calls FINAL WHERE ${where}`
        : `SELECT count() AS calls FROM (
            SELECT 1 FROM calls FINAL WHERE ${where} LIMIT ${atMost})`;
    const [row] = await this.#traces.query<{ calls: number }>(sql, selection.parameters.values, {
      signal,
      cost: selection.callIds ? "short" : "long",
    });
    return row?.calls ?? 0;
  }

  /** Bytes of all traces whose roots match. */
  async traceBytes(selection: CallsSelection, signal: AbortSignal): Promise<number> {
    const found = await this.#byIds(selection, signal);
    if (!found) return 0;
    const project = found.conditions[0];
    const roots = [...found.conditions, "parent_id = ''"].join(" AND ");
    const [row] = await this.#traces.query<{ bytes: number }>(
      `SELECT sum(storage_bytes) AS bytes FROM calls FINAL WHERE ${project}
      AND trace_id IN (SELECT trace_id FROM calls FINAL WHERE ${roots})`,
      found.parameters.values,
      { signal },
    );
    return row?.bytes ?? 0;
  }

  /** Bytes of the traces of these root calls, by trace id. */
  async bytesByTrace(
    projectId: ProjectId,
    rows: readonly CallRow[],
    signal: AbortSignal,
  ): Promise<Map<string, number>> {
    const traces = [...new Set(rows.map(rootTrace))].filter((trace) => trace !== "");
    if (traces.length === 0) return new Map();
    const parameters = new Parameters();
    const sums = await this.#traces.query<{ trace_id: string; bytes: number }>(
      `SELECT trace_id, sum(storage_bytes) AS bytes FROM calls FINAL
      WHERE project_id = ${parameters.add(projectId, "String")}
        AND trace_id IN ${parameters.addList(traces, "Array(String)")}
      GROUP BY trace_id`,
      parameters.values,
      { signal },
    );
    return new Map(sums.map(({ trace_id, bytes }) => [trace_id, bytes]));
  }

  /**
   * The given ids and those of all live calls below them.
   *
   * @throws OverLimit if their traces hold more calls than one deletion may search.
   */
  async withDescendants(
    projectId: ProjectId,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<string[]> {
    const found = await this.#lookup.find(
      ids.map((id) => ({ projectId, id })),
      signal,
    );
    const live = [...found.values()].filter(({ isDeleted }) => !isDeleted);
    const traces = [...new Set(live.map(({ traceId }) => traceId))];
    if (traces.length === 0) return withDescendants(ids, []);
    const parameters = new Parameters();
    const calls = await this.#traces.query<Child>(
      `SELECT id, parent_id FROM calls FINAL
      WHERE project_id = ${parameters.add(projectId, "String")}
        AND trace_id IN ${parameters.addList(traces, "Array(String)")}
      LIMIT ${maxWalkedCalls + 1}`,
      parameters.values,
      { signal },
    );
    if (calls.length > maxWalkedCalls) {
      throw new OverLimit(
        `The traces of these calls hold more than ${maxWalkedCalls} calls, the limit of one ` +
          "deletion. Delete calls further down first, or fewer traces at once.",
      );
    }
    return withDescendants(ids, calls);
  }

  /**
   * If a selection names its calls, limits it to their places; `undefined` if none of them is
   * stored.
   */
  async #byIds(
    selection: CallsSelection,
    signal: AbortSignal,
  ): Promise<CallsSelection | undefined> {
    const { callIds, projectId } = selection;
    if (!callIds) return selection;
    const parameters = new Parameters(selection.parameters);
    const narrowed = (keys: string): CallsSelection => {
      const conditions = [...selection.conditions, keys];
      return { ...selection, conditions, parameters, isSelective: true };
    };
    if (isFew(selection)) {
      const ids = parameters.addList(callIds, "Array(String)");
      const project = parameters.add(projectId, "String");
      return narrowed(`(started_at, id) IN (
        SELECT started_at, id FROM calls WHERE project_id = ${project} AND id IN ${ids}
        ORDER BY version DESC LIMIT 1 BY id)`);
    }
    const found = await this.#lookup.find(
      callIds.map((id) => ({ projectId, id })),
      signal,
    );
    const keys = [...found.values()]
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ startedAt, key }) => ({ started_at: startedAt, id: key.id }));
    return keys.length === 0 ? undefined : narrowed(keySet(keys, parameters));
  }
}

/** Whether the calls are so few that one query reads them whole, instead of three queries. */
function isFew({ callIds }: CallsSelection): boolean {
  return callIds !== undefined && callIds.length <= maxReadAtOnce;
}
