import type { OpenedTraces } from "@heddle/server/store/traces";
import { sampleCount } from "../calls/sample-call.ts";
import { variedValues } from "../calls/varied-call.ts";

/** The values of one question. Each run has others, so that no cache knows the answer. */
export interface Picks {
  readonly id: string;
  readonly ids: readonly string[];
  readonly traceId: string;
  readonly user: string;
  readonly temperature: number;
  /** A value that some hundred calls have. */
  readonly session: string;
  /** A value that about 25 calls have. */
  readonly ticket: string;
  /** A piece of text in a fifth of the outputs. */
  readonly word: string;
  /** Whether the table of calls has columns of leaves. */
  readonly hasLeaves: boolean;
  /** The start of the first of at least 100,000 calls, if there are so many. */
  readonly from: string;
}

const writerDigits = 10;

/** Returns a source of random picks from the calls of a store. */
export async function picksFrom(traces: OpenedTraces): Promise<() => Picks> {
  const calls = await traces.query<{ id: string; trace_id: string }>(
    `SELECT id, trace_id FROM calls
    WHERE id NOT IN (SELECT id FROM calls WHERE is_deleted = 1)
    ORDER BY cityHash64(id) LIMIT 20000`,
    {},
    { signal: undefined },
  );
  const starts = await traces.query<{ from: string }>(
    `SELECT started_at AS from FROM calls
    WHERE started_at < (SELECT quantile(0.8)(started_at) FROM calls)
    ORDER BY cityHash64(id) LIMIT 200`,
    {},
    { signal: undefined },
  );
  const hasLeaves = await hasLeafColumns(traces);
  return () => {
    const { id, trace_id: traceId } = oneOf(calls);
    const sample = Math.floor(Math.random() * sampleCount);
    return {
      id,
      ids: Array.from({ length: 100 }, () => oneOf(calls).id),
      traceId,
      user: oneOf(variedValues.users),
      temperature: oneOf(variedValues.temperatures),
      session: variedValues.session(sample),
      ticket: variedValues.ticket(sample, Math.floor(Math.random() * writerDigits)),
      word: oneOf(variedValues.words),
      hasLeaves,
      from: oneOf(starts).from,
    };
  };
}

async function hasLeafColumns(traces: OpenedTraces): Promise<boolean> {
  const columns = await traces.query<{ name: string }>(
    `SELECT name FROM system.columns
    WHERE database = currentDatabase() AND table = 'calls' AND name = 'inputs_leaves'`,
    {},
    { signal: undefined },
  );
  return columns.length > 0;
}

/** A random one of these values. */
export function oneOf<Value>(values: readonly Value[]): Value {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error("There is nothing to pick from.");
  return value;
}
