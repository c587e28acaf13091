import type { ProjectId } from "../../../access/project-id.ts";
import { LoopTurn } from "../../../budgets/loop-turns.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { Parameters } from "../../query/parameters.ts";
import { candidateSettings } from "../../query/versioned-table-sql.ts";
import type { CallColumns } from "../read/call-columns-sql.ts";
import { CallsLookup } from "../read/calls-lookup-sql.ts";
import { callsOfTraces, CallsReader } from "../read/calls-reader-sql.ts";
import type { CallsSelection } from "../read/calls-selection.ts";
import { usageColumns, type UsageRow, type UsedCall, usedCall } from "./used-call.ts";

const columns: CallColumns = {
  sql: usageColumns,
  hasPayloads: false,
  has: () => false,
};

/** Reads what calls have used. */
export class UsageReader {
  readonly #traces: Traces;
  readonly #reader: CallsReader;
  readonly #lookup: CallsLookup;

  constructor(traces: Traces) {
    this.#traces = traces;
    this.#reader = new CallsReader(traces);
    this.#lookup = new CallsLookup(traces);
  }

  /** The first matching calls by start. */
  async first(selection: CallsSelection, limit: number, signal: AbortSignal): Promise<UsedCall[]> {
    const calls: UsedCall[] = [];
    const asked = { selection, columns, limit, offset: 0, signal };
    for await (const rows of this.#reader.chunks(asked)) {
      for (let row = rows.next(); row; row = rows.next()) {
        calls.push(usedCall(row as unknown as UsageRow));
      }
    }
    return calls;
  }

  /** The traces of these calls, without calls that are not there. */
  async tracesOf(
    projectId: ProjectId,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<string[]> {
    const keys = ids.map((id) => ({ projectId, id }));
    const found = await this.#lookup.find(keys, signal);
    const live = [...found.values()].filter(({ isDeleted }) => !isDeleted);
    return [...new Set(live.map(({ traceId }) => traceId))];
  }

  /** The number of calls in each of these traces. */
  async sizesOf(
    projectId: ProjectId,
    traces: readonly string[],
    signal: AbortSignal,
  ): Promise<TraceSize[]> {
    const parameters = new Parameters();
    const { newest, inTraces } = callsOfTraces(projectId, traces, parameters);
    return this.#traces.query<TraceSize>(
      `SELECT trace_id, count() AS calls FROM ${newest} WHERE ${inTraces} GROUP BY trace_id`,
      parameters.values,
      { signal, settings: candidateSettings },
    );
  }

  /** All calls of these traces. */
  async ofTraces(
    projectId: ProjectId,
    traces: readonly string[],
    signal: AbortSignal,
  ): Promise<UsedCall[]> {
    const parameters = new Parameters();
    const { newest, inTraces } = callsOfTraces(projectId, traces, parameters);
    const rows = await this.#traces.query<UsageRow>(
      `SELECT ${usageColumns} FROM ${newest} WHERE ${inTraces}`,
      parameters.values,
      { signal, settings: candidateSettings },
    );
    const used: UsedCall[] = [];
    const turn = new LoopTurn();
    for (const row of rows) {
      if (turn.isOver) await turn.next();
      used.push(usedCall(row));
    }
    return used;
  }
}

/** The number of live calls in a trace. */
export interface TraceSize {
  readonly trace_id: string;
  readonly calls: number;
}
