import type { OpenedTraces } from "@heddle/server/store/traces";
import { type Bench, freshFolder } from "../bench.ts";
import { project } from "../calls/sample-call.ts";
import type { Shape } from "../load/load.ts";
import { type Table, whole } from "../report/table.ts";
import { Client } from "../server/client.ts";
import { type Heddle, startHeddle } from "../server/heddle.ts";
import { measureQuestions } from "./both-sides.ts";
import { besideACopy, partCount } from "./copied-folder.ts";
import { loadFeedback } from "./feedback-on-calls.ts";
import { feedbackPicks } from "./feedback-picks.ts";
import { questions } from "./feedback-questions.ts";
import { sidesTable } from "./sides-table.ts";
import { stagedFolder } from "./staged-folder.ts";
import { untilSettled, type Writes, writesInTurns } from "./writes-in-turns.ts";
import { writesTable } from "./writes-table.ts";

const shapes: readonly Shape[] = [
  { connections: 16, entriesPerBatch: 100 },
  { connections: 64, entriesPerBatch: 1 },
];

/**
 * Measures writes of feedback beside inserts of the same rows, and reads of calls and their feedback
 * beside the best known statements.
 */
export async function* measureFeedback(bench: Bench): AsyncGenerator<Table> {
  yield writesTable("feedback-writes", "pieces", await measureWrites(bench));
  yield* measureReads(bench);
}

async function* measureReads(bench: Bench): AsyncGenerator<Table> {
  const { dataDir, callCount } = await stagedFolder(bench, (traces) => loadFeedback(bench, traces));
  yield* besideACopy(bench, dataDir, async function* (heddle, traces) {
    const pick = await feedbackPicks(traces);
    const measured = await measureQuestions(bench, { dataDir, heddle, traces }, pick, questions);
    yield sidesTable("feedback-reads", measured, await storeOf(heddle, traces, callCount));
  });
}

/** @throws Error if the server does not hold exactly the feedback that it acknowledged. */
async function measureWrites(bench: Bench): Promise<Writes> {
  const { profileFolder } = bench;
  const heddle = await startHeddle({ dataDir: await freshFolder(bench), profileFolder });
  try {
    await untilSettled(heddle);
    const seconds = bench.quick ? 8 : 60;
    const writes = await writesInTurns(bench, heddle, { entries: "feedback", shapes, seconds });
    const { acknowledged } = writes;
    const count = await countOf(heddle);
    if (count === acknowledged) return writes;
    throw new Error(`${acknowledged} pieces were acknowledged, but the server counts ${count}.`);
  } finally {
    await heddle.stop();
  }
}

async function storeOf(heddle: Heddle, traces: OpenedTraces, callCount: number): Promise<string> {
  const count = whole(await countOf(heddle));
  const parts = await partCount(traces, "feedback");
  return `${whole(callCount)} calls, and ${count} pieces of feedback in ${parts} parts.`;
}

/** The feedback of the project, by the API. */
async function countOf(heddle: Heddle): Promise<number> {
  const client = new Client(heddle);
  const asked = { project_id: project, fields: ["count(*)"] };
  const answer = await client.post("/traces/feedback/query", asked);
  client.close();
  return (JSON.parse(answer) as { total_count: number }).total_count;
}
