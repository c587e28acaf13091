import { type OpenedTraces, openTraces } from "@heddle/server/store/traces";
import { type Bench, freshFolder } from "../bench.ts";
import { stagedRows } from "../calls/staged-rows.ts";
import { type Stages, StagedWriter } from "../calls/staged-writer.ts";
import { startHeddle } from "../server/heddle.ts";
import { atRest } from "../server/process-figures.ts";

const dayMs = 24 * 60 * 60 * 1000;
const spreadMs = 30 * dayMs;
/** A digit of a ticket names the writer. */
const writerCount = 10;
/** Writers whose calls are in one flush: the flushes of a day overlap in time. */
const writersPerFlush = 5;
const callsPerFlush = 10_000;
/** Of the calls that someone will delete, each flush has this share. */
const shareOfDueDeletions = 0.05;
const restSeconds = 60;

/** The facts of a folder with staged calls. */
export interface StagedFolder {
  readonly dataDir: string;
  /** Calls that were written, deleted ones included. */
  readonly callCount: number;
}

/**
 * Makes a data folder with many calls of the last 30 days. The rows are those of the server. A
 * tenth of the calls is stored twice, since the start was flushed before the end came, and some
 * calls are deleted. `more` stores what belongs to the calls.
 */
export async function stagedFolder(
  bench: Bench,
  more?: (traces: OpenedTraces) => Promise<void>,
): Promise<StagedFolder> {
  const callCount = bench.quick ? 50_000 : 1_000_000;
  const dataDir = await freshFolder(bench);
  // The server refuses a folder that has the trace store alone.
  await (await startHeddle({ dataDir })).stop();
  const log = { info: () => {}, warn: console.error, error: console.error };
  const traces = await openTraces({ dataDir, log });
  try {
    const startedAt = performance.now();
    await load(traces, callCount);
    const seconds = (performance.now() - startedAt) / 1000;
    bench.say(`${callCount} calls loaded in ${seconds.toFixed(1)} s`);
    await more?.(traces);
    if (traces.enginePid !== undefined) await atRest([traces.enginePid], restSeconds);
  } finally {
    await traces.close();
  }
  return { dataDir, callCount };
}

async function load(traces: OpenedTraces, callCount: number): Promise<void> {
  const samples = await stagedRows();
  const callsEach = callCount / writerCount;
  const moments = { fromMs: Date.now() - spreadMs, stepMs: spreadMs / callsEach };
  const writers = Array.from({ length: writerCount }, (_, writer) => {
    return new StagedWriter(samples, writer, writerCount, moments);
  });
  const insert = (rows: readonly string[]): Promise<void> =>
    traces.insert("calls", rows, crypto.randomUUID());
  let whole: readonly string[] = [];
  let deletions: string[] = [];
  for (const flush of flushesOf(writers, callsEach)) {
    // The whole rows lag one flush behind, so that early rows are stored before them.
    const due = deletions.filter(() => Math.random() < shareOfDueDeletions);
    await insert([...whole, ...flush.early, ...due]);
    const stored = new Set(due);
    deletions = [...deletions.filter((row) => !stored.has(row)), ...flush.late];
    ({ now: whole } = flush);
  }
  await insert(whole);
  await insert(deletions);
}

/** The calls of each flush, until each writer has written all of its calls. */
function* flushesOf(writers: readonly StagedWriter[], callsEach: number): Generator<Stages> {
  const each = callsPerFlush / writersPerFlush;
  for (let done = 0; done < callsEach; done += each) {
    for (let first = 0; first < writers.length; first += writersPerFlush) {
      const some = writers.slice(first, first + writersPerFlush);
      const stages = some.map((writer) => writer.next(Math.min(each, callsEach - done)));
      yield {
        early: stages.flatMap(({ early }) => early),
        now: stages.flatMap(({ now }) => now),
        late: stages.flatMap(({ late }) => late),
      };
    }
  }
}
