import { OverLimit } from "../../../refusals/refusal.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import type { ProjectId } from "../../../access/project-id.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import type { HeldRows } from "../../query/held-rows.ts";
import { Parameters } from "../../query/parameters.ts";
import { countOf, settledSelection } from "../../query/settled-sql.ts";
import { mergedWhereOf } from "../../query/selection-sql.ts";
import {
  candidateSettings,
  merged,
  mergedSettings,
  newestAmong,
} from "../../query/versioned-table-sql.ts";
import { bestCalls } from "./best-calls-sql.ts";
import { type CallRow, rootTrace } from "./call-answer.ts";
import { CallChunks, type CallsRequest } from "./call-chunks-sql.ts";
import { CallsLookup } from "./calls-lookup-sql.ts";
import { rowsOf } from "./calls-rows-sql.ts";
import type { CallsSelection } from "./calls-selection.ts";
import { calls } from "./calls-table.ts";
import { type Child, withDescendants } from "./descendants.ts";
import { nearestFirst } from "./nearest-calls-sql.ts";

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
    const { callIds } = request.selection;
    if (callIds) {
      yield* this.#chunks.named(request, [...new Set(callIds)]);
      return;
    }
    const best = await bestCalls(this.#traces, request);
    if (best) yield* this.#chunks.named({ ...request, selection: best.selection }, best.ids);
    else yield* nearestFirst(this.#traces, request, (part) => this.#chunks.of(part));
  }

  /** Counts the matching calls, up to `atMost`. */
  async count(
    selection: CallsSelection,
    atMost: number | undefined,
    signal: AbortSignal,
  ): Promise<number> {
    const { rows, parameters, isNamed } = rowsOf(selection);
    const options = {
      signal,
      cost: isNamed ? "short" : "long",
      settings: isNamed ? {} : mergedSettings,
    } as const;
    const { deep, beside } = selection;
    if (deep && !beside && !isNamed && atMost === undefined) {
      return countOf(this.#traces, rows, { ...selection, deep }, options);
    }
    const where = mergedWhereOf(await this.#settled(selection, signal));
    const sql =
      atMost === undefined
        ? `SELECT count() AS calls FROM ${rows} ${where}`
        : `SELECT count() AS calls FROM (SELECT 1 FROM ${rows} ${where} LIMIT ${atMost})`;
    const [row] = await this.#traces.query<{ calls: number }>(sql, parameters.values, options);
    return row?.calls ?? 0;
  }

  /** Bytes of all traces whose roots match. */
  async traceBytes(selection: CallsSelection, signal: AbortSignal): Promise<number> {
    const { rows, parameters } = rowsOf(selection);
    const [project] = selection.light;
    const settled = await this.#settled(selection, signal);
    const roots = mergedWhereOf(settled, ["parent_id = ''"]);
    const [row] = await this.#traces.query<{ bytes: number }>(
      `SELECT sum(storage_bytes) AS bytes FROM ${merged(calls)} WHERE ${project}
      AND trace_id IN (SELECT trace_id FROM ${rows} ${roots})`,
      parameters.values,
      { signal, settings: mergedSettings },
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
    const { newest, inTraces } = callsOfTraces(projectId, traces, parameters);
    const sums = await this.#traces.query<{ trace_id: string; bytes: number }>(
      `SELECT trace_id, sum(storage_bytes) AS bytes FROM ${newest}
      WHERE ${inTraces} GROUP BY trace_id`,
      parameters.values,
      { signal, settings: candidateSettings },
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
    const places = await this.#lookup.find(
      ids.map((id) => ({ projectId, id })),
      signal,
    );
    const live = [...places.values()].filter(({ isDeleted }) => !isDeleted);
    const traces = [...new Set(live.map(({ traceId }) => traceId))];
    if (traces.length === 0) return withDescendants(ids, []);
    const parameters = new Parameters();
    const { newest, inTraces } = callsOfTraces(projectId, traces, parameters);
    const found = await this.#traces.query<Child>(
      `SELECT id, parent_id FROM ${newest}
      WHERE ${inTraces} LIMIT ${maxWalkedCalls + 1}`,
      parameters.values,
      { signal, settings: candidateSettings },
    );
    if (found.length > maxWalkedCalls) {
      throw new OverLimit(
        `The traces of these calls hold more than ${maxWalkedCalls} calls, the limit of one ` +
          "deletion. Delete calls further down first, or fewer traces at once.",
      );
    }
    return withDescendants(ids, found);
  }

  /** Few calls are read whole; for many it pays to ask first whether that is necessary. */
  async #settled(selection: CallsSelection, signal: AbortSignal): Promise<CallsSelection> {
    if (selection.callIds) return selection;
    return settledSelection(this.#traces, calls, selection, signal);
  }
}

/** The newest rows of calls that are or were in these traces, and the condition that they are. */
export function callsOfTraces(
  projectId: ProjectId,
  traces: readonly string[],
  parameters: Parameters,
): { newest: string; inTraces: string } {
  const project = `project_id = ${parameters.add(projectId, "String")}`;
  const inTraces = `trace_id IN ${parameters.addList(traces, "Array(String)")}`;
  const key = calls.key.join(", ");
  const newest = newestAmong(
    calls,
    `${project} AND (${key}) IN (SELECT ${key} FROM calls WHERE ${project} AND ${inTraces})`,
  );
  return { newest, inTraces };
}
