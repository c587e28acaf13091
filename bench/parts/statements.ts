import type { OpenedTraces } from "@heddle/server/store/traces";
import type { Bench } from "../bench.ts";
import { type Table, whole } from "../report/table.ts";
import type { Heddle } from "../server/heddle.ts";
import { measureQuestions } from "./both-sides.ts";
import { besideACopy, partCount } from "./copied-folder.ts";
import { sidesTable } from "./sides-table.ts";
import { stagedFolder } from "./staged-folder.ts";
import { picksFrom } from "./statements-picks.ts";
import { questions } from "./statements-questions.ts";
import { measureStreams, streamsTable } from "./statements-stream.ts";

/**
 * Measures reads of many calls by a server, beside the best known statement for each through an
 * engine of its own on a copy of the server's folder.
 */
export async function* measureStatements(bench: Bench): AsyncGenerator<Table> {
  const { dataDir, callCount } = await stagedFolder(bench);
  yield* besideACopy(bench, dataDir, (heddle, traces) =>
    tables(bench, { dataDir, heddle, traces, callCount }),
  );
}

interface Opened {
  readonly dataDir: string;
  readonly heddle: Heddle;
  readonly traces: OpenedTraces;
  readonly callCount: number;
}

async function* tables(bench: Bench, opened: Opened): AsyncGenerator<Table> {
  const { heddle, traces, callCount } = opened;
  const pick = await picksFrom(traces);
  const measured = await measureQuestions(bench, opened, pick, questions);
  const parts = await partCount(traces, "calls");
  const store =
    `${whole(callCount)} calls, a tenth of them stored twice and some deleted, ` +
    `in ${parts} parts.`;
  yield sidesTable("statements", measured, store);
  bench.say("stream");
  const limit = bench.quick ? 5_000 : 100_000;
  yield streamsTable(await measureStreams(heddle, traces, await picksFrom(traces), limit));
}
