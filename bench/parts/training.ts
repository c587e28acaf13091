import type { Bench } from "../bench.ts";
import { median, quantile } from "../report/quantile.ts";
import { figure, megabytes, type Table, whole } from "../report/table.ts";
import type { BareRun } from "../training/bare-order.ts";
import { type BesideReading, measureBeside } from "../training/measure-beside.ts";
import { type CostReading, type CostTurn, measureCost } from "../training/measure-cost.ts";
import { type MemoryOfJobs, measureMemoryOfJobs } from "../training/measure-memory.ts";
import { measureQueue, type QueuedReading } from "../training/measure-queue.ts";

/** Measures training jobs: what the service costs, how chat fares beside them, and what memory they take. */
export async function* measureTraining(bench: Bench): AsyncGenerator<Table> {
  yield costTable(await measureCost(bench));
  yield besideTable(await measureBeside(bench));
  yield memoryTable(await measureMemoryOfJobs(bench));
  yield queueTable(await measureQueue(bench));
}

function costTable({ examples, reward, firstTokenMs }: CostReading): Table {
  const row = (name: string, turns: readonly CostTurn[]): string[] => {
    const mid = (of: (turn: CostTurn) => number): number => median(turns.map(of));
    const speed = ({ tokens, seconds }: BareRun): number => tokens / seconds;
    return [
      name,
      figure(mid(({ server }) => server.seconds)),
      figure(mid(({ engine }) => engine.seconds)),
      whole(mid(({ server }) => speed(server))),
      whole(mid(({ engine }) => speed(engine))),
      figure(mid(({ server, engine }) => server.seconds / engine.seconds)),
      figure(mid(({ server, engine }) => server.cpuSeconds / engine.cpuSeconds)),
      figure(mid(({ server, engine }) => server.seconds - engine.seconds)),
    ];
  };
  return {
    name: "training-cost",
    columns: [
      "job",
      "server, s",
      "engine, s",
      "server, tokens/s",
      "engine, tokens/s",
      "ratio of time",
      "of processor time",
      "difference, s",
    ],
    rows: [
      row(`examples, ${whole(examples.steps)} steps`, examples.turns),
      row("by reward, 8 × 8 answers, 1 step", reward),
    ],
    notes: [
      `Medians of ${examples.turns.length} and ${reward.length} turns.`,
      `The first token of the new step comes ${figure(median(firstTokenMs))} ms after the end of its job was told, ${figure(quantile(firstTokenMs, 0.95))} ms at the 95th percentile.`,
    ],
  };
}

function besideTable(readings: readonly BesideReading[]): Table {
  const steps = ({ alone, beside }: BesideReading, of: "steps" | "tokens"): string[] =>
    alone && beside ? [figure(alone[of]), figure(beside[of])] : ["", ""];
  return {
    name: "training-beside",
    columns: [
      "",
      "first token, ms: p50",
      "p95",
      "rollouts/s",
      "steps/s: jobs alone",
      "beside rollouts",
      "tokens/s: jobs alone",
      "beside rollouts",
    ],
    rows: readings.map((reading) => [
      reading.jobs === 0 ? "no job" : reading.jobs === 1 ? "one job" : `${reading.jobs} jobs`,
      figure(quantile(reading.firstTokenMs, 0.5)),
      figure(quantile(reading.firstTokenMs, 0.95)),
      figure(reading.rolloutsPerSecond),
      ...steps(reading, "steps"),
      ...steps(reading, "tokens"),
    ]),
    notes: [
      "Streams are asked for one after another. Rollouts are eight answers of at most 16 tokens to each of eight questions at once.",
    ],
  };
}

function memoryTable({ before, ofJob }: MemoryOfJobs): Table {
  return {
    name: "training-memory",
    columns: ["", "server's own memory, MB", "more than before, MB", "for each MB of the request"],
    rows: [
      ["before", megabytes(before), "", ""],
      ...ofJob.map(({ bodyBytes, peak }) => [
        `most, during a job of ${megabytes(bodyBytes)} MB`,
        megabytes(peak),
        megabytes(peak - before),
        figure((peak - before) / bodyBytes),
      ]),
    ],
    notes: ["Without mapped files."],
  };
}

function queueTable(readings: readonly QueuedReading[]): Table {
  return {
    name: "training-queue",
    columns: ["jobs that wait", "server's own memory, MB", "a request, ms"],
    rows: readings.map(({ jobs, memory, requestMs }) => [
      String(jobs),
      megabytes(memory),
      figure(requestMs),
    ]),
    notes: ["Requests of 1 MB, medians since the row before. Memory without mapped files."],
  };
}
