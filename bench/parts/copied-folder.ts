import { cp } from "node:fs/promises";
import { join } from "node:path";
import { type OpenedTraces, openTraces } from "@heddle/server/store/traces";
import { type Bench, freshFolder } from "../bench.ts";
import { type Heddle, startHeddle } from "../server/heddle.ts";
import { atRest } from "../server/process-figures.ts";

const restSeconds = 30;

/** Starts a server on a folder, and an engine of its own on a copy; both end after `measure`. */
export async function* besideACopy<Result>(
  bench: Bench,
  dataDir: string,
  measure: (heddle: Heddle, traces: OpenedTraces) => AsyncGenerator<Result>,
): AsyncGenerator<Result> {
  const copy = await freshFolder(bench);
  await cp(join(dataDir, "traces"), join(copy, "traces"), { recursive: true });
  const log = { info: () => {}, warn: console.error, error: console.error };
  const traces = await openTraces({ dataDir: copy, log });
  try {
    const { profileFolder } = bench;
    const heddle = await startHeddle({ dataDir, profileFolder });
    try {
      await atRest([heddle.enginePid, traces.enginePid ?? heddle.enginePid], restSeconds);
      yield* measure(heddle, traces);
    } finally {
      await heddle.stop();
    }
  } finally {
    await traces.close();
  }
}

/** The number of active parts of a table. */
export async function partCount(traces: OpenedTraces, table: string): Promise<number> {
  const [row] = await traces.query<{ parts: number }>(
    `SELECT count() AS parts FROM system.parts
    WHERE database = currentDatabase() AND table = {table:String} AND active`,
    { table },
    { signal: undefined },
  );
  return row?.parts ?? 0;
}
