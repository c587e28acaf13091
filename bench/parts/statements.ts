import { cp } from "node:fs/promises";
import { join } from "node:path";
import { type OpenedTraces, openTraces } from "@heddle/server/store/traces";
import { type Bench, freshFolder } from "../bench.ts";
import type { Table } from "../report/table.ts";
import { type Heddle, startHeddle } from "../server/heddle.ts";
import { atRest } from "../server/process-figures.ts";
import { type LoadedStatements, loadStatements } from "./statements-folder.ts";
import { picksFrom } from "./statements-picks.ts";
import { questions } from "./statements-questions.ts";
import { RawSide, ServerSide } from "./statements-sides.ts";
import { measureStreams, streamsTable } from "./statements-stream.ts";
import { statementsTable } from "./statements-table.ts";
import { clientCounts, type Measured, measureQuestion } from "./statements-turns.ts";

const restSeconds = 30;

/**
 * Measures reads of many calls by a server, beside the best known statement for each through an
 * engine of its own on a copy of the server's folder.
 */
export async function* measureStatements(bench: Bench): AsyncGenerator<Table> {
  const loaded = await loadStatements(bench);
  const copy = await freshFolder(bench);
  await cp(join(loaded.dataDir, "traces"), join(copy, "traces"), { recursive: true });
  const log = { info: () => {}, warn: console.error, error: console.error };
  const traces = await openTraces({ dataDir: copy, log });
  try {
    const heddle = await startHeddle({ dataDir: loaded.dataDir });
    try {
      await atRest([heddle.enginePid, traces.enginePid ?? heddle.enginePid], restSeconds);
      yield* tables(bench, loaded, heddle, traces);
    } finally {
      await heddle.stop();
    }
  } finally {
    await traces.close();
  }
}

async function* tables(
  bench: Bench,
  loaded: LoadedStatements,
  heddle: Heddle,
  traces: OpenedTraces,
): AsyncGenerator<Table> {
  const server = new ServerSide(heddle, loaded.dataDir, Math.max(...clientCounts));
  try {
    const pick = await picksFrom(traces);
    const raw = new RawSide(traces, await hasLeaves(traces));
    const sides = { server, raw, pick, budgetMs: bench.quick ? 1_000 : 8_000 };
    const measured: Measured[] = [];
    for (const question of questions) {
      bench.say(question.name);
      const result = await measureQuestion(question, sides);
      if (typeof result === "string") bench.say(`left out: ${result}`);
      else measured.push(result);
    }
    yield statementsTable(measured, loaded, await partCount(traces));
  } finally {
    server.close();
  }
  bench.say("stream");
  const limit = bench.quick ? 5_000 : 100_000;
  yield streamsTable(await measureStreams(heddle, traces, await picksFrom(traces), limit));
}

async function hasLeaves(traces: OpenedTraces): Promise<boolean> {
  const columns = await traces.query<{ name: string }>(
    `SELECT name FROM system.columns
    WHERE database = currentDatabase() AND table = 'calls' AND name = 'inputs_leaves'`,
    {},
    { signal: undefined },
  );
  return columns.length > 0;
}

async function partCount(traces: OpenedTraces): Promise<number> {
  const parts = await traces.query(
    "SELECT name FROM system.parts WHERE database = currentDatabase() AND table = 'calls' AND active",
    {},
    { signal: undefined },
  );
  return parts.length;
}
