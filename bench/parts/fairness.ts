import { execFileSync, type StdioOptions } from "node:child_process";
import { cp } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, freshFolder } from "../bench.ts";
import { CallSequence } from "../calls/call-sequence.ts";
import { lifeMarks, wireMarks } from "../calls/marks.ts";
import { project as loudProject, sampleHalves } from "../calls/sample-call.ts";
import { Template } from "../texts/template.ts";
import { quantile } from "../report/quantile.ts";
import { figure, type Table, whole } from "../report/table.ts";
import { Client } from "../server/client.ts";
import { type Heddle, program, startHeddle } from "../server/heddle.ts";
import { atRest } from "../server/process-figures.ts";
import type { LoadedFolder } from "./loaded-folder.ts";

/** How long a quiet entity waited for answers, in ms. */
export interface FairTimes {
  readonly name: string;
  readonly alone: number[];
  /** While another entity requests statistics as fast as they are answered. */
  readonly beside: number[];
}

export interface Fairness {
  readonly times: readonly FairTimes[];
  /** Statistics that the other entity got during that time. */
  readonly heavyPerSecond: number;
}

const quietProject = "quiet/bench";
const quietCalls = 5_000;
const callsPerBatch = 500;
const floodConnections = 40;
/** The time until the flood has filled every queue. */
const settleMs = 500;

const newestFirst = [{ field: "started_at", direction: "desc" }];

/** The requests of the quiet entity. */
const questions: readonly {
  readonly name: string;
  readonly path: string;
  readonly body: (id: string) => object;
}[] = [
  {
    name: "one call by id",
    path: "/traces/call/read",
    body: (id) => ({ project_id: quietProject, id }),
  },
  {
    name: "newest 50",
    path: "/traces/calls/stream_query",
    body: () => ({ project_id: quietProject, sort_by: newestFirst, limit: 50 }),
  },
  {
    name: "count",
    path: "/traces/calls/query_stats",
    body: () => ({ project_id: quietProject }),
  },
];

/** The requests of the other entity: no index helps with any of them. */
const heavy: readonly (readonly [path: string, body: object])[] = [
  ["/traces/calls/query_stats", { query: contains("exception", "zebra") }],
  ["/traces/calls/query_stats", { query: contains("op_name", "RetrieVe") }],
  [
    "/traces/calls/stream_query",
    { sort_by: [{ field: "summary.weave.latency_ms", direction: "desc" }], limit: 50 },
  ],
  [
    "/traces/calls/stream_query",
    { query: contains("summary.weave.trace_name", "zebra"), limit: 50 },
  ],
];

function contains(field: string, text: string): object {
  const operands = { input: { $getField: field }, substr: { $literal: text } };
  return { $expr: { $contains: { ...operands, case_insensitive: true } } };
}

/** Times the quiet entity's requests alone and beside the other entity's flood, in turns. */
export async function measureFairness(bench: Bench, loaded: LoadedFolder): Promise<Fairness> {
  const [rounds, runs] = bench.quick ? [2, 5] : [8, 25];
  const dataDir = await freshFolder(bench);
  await cp(await loaded.dataDir(), dataDir, { recursive: true });
  const apiKey = keyOf("quiet", dataDir);
  const heddle = await startHeddle({ dataDir });
  const quiet = new Client({ url: heddle.url, apiKey });
  const times = questions.map(({ name }): FairTimes => ({ name, alone: [], beside: [] }));
  let heavyCount = 0;
  let heavySeconds = 0;
  try {
    const ids = await writeQuietCalls(quiet);
    await atRest([heddle.enginePid]);
    await ask(quiet, ids, 20, () => {});
    for (let round = 0; round < rounds; round += 1) {
      await ask(quiet, ids, runs, (question, ms) => times[question]?.alone.push(ms));
      const flood = new Flood(heddle);
      await sleep(settleMs);
      await ask(quiet, ids, runs, (question, ms) => times[question]?.beside.push(ms));
      heavyCount += flood.answered;
      heavySeconds += flood.seconds;
      await flood.stop();
      bench.say(`round ${round + 1} of ${rounds}`);
    }
  } finally {
    quiet.close();
    await heddle.stop();
  }
  return { times, heavyPerSecond: heavyCount / heavySeconds };
}

function keyOf(entity: string, dataDir: string): string {
  const args = ["keys", "create", "--entity", entity, "--role", "write", "--data-dir", dataDir];
  const stdio: StdioOptions = ["ignore", "pipe", "ignore"];
  return execFileSync(process.execPath, [program, ...args], { encoding: "utf8", stdio }).trim();
}

/** Returns the ids of the calls. */
async function writeQuietCalls(client: Client): Promise<string[]> {
  const sequence = new CallSequence();
  const ids: string[] = [];
  while (ids.length < quietCalls) {
    const calls = Array.from({ length: callsPerBatch }, () => {
      const marks = sequence.next();
      const halves = sampleHalves(ids.length).join(",").replaceAll(loudProject, quietProject);
      ids.push(marks.id);
      return new Template(halves, wireMarks, lifeMarks).filled(marks);
    });
    await client.post("/traces/call/upsert_batch", `{"batch":[${calls.join(",")}]}`);
  }
  return ids;
}

async function ask(
  client: Client,
  ids: readonly string[],
  runs: number,
  took: (question: number, ms: number) => void,
): Promise<void> {
  for (let run = 0; run < runs; run += 1) {
    for (const [index, { name, path, body }] of questions.entries()) {
      const id = ids[Math.floor(Math.random() * ids.length)] ?? "";
      const askedAt = performance.now();
      const answer = await client.post(path, body(id));
      took(index, performance.now() - askedAt);
      if (answer.length < 10) throw new Error(`${name}: the answer is ${answer}`);
    }
  }
}

/** Connections that each request the next statistics when the last have come. */
class Flood {
  readonly #clients: readonly Client[];
  readonly #asking: Promise<unknown>;
  readonly #beganAt = performance.now();
  readonly #stopping = new AbortController();
  answered = 0;

  constructor(heddle: Heddle) {
    this.#clients = Array.from({ length: floodConnections }, () => new Client(heddle));
    this.#asking = Promise.all(this.#clients.map((client, index) => this.#ask(client, index)));
  }

  get seconds(): number {
    return (performance.now() - this.#beganAt) / 1_000;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#asking;
    for (const client of this.#clients) client.close();
  }

  async #ask(client: Client, first: number): Promise<void> {
    for (let next = first; !this.#stopping.signal.aborted; next += 1) {
      const [path, body] = heavy[next % heavy.length] ?? [];
      if (path === undefined) throw new Error("There are no statistics.");
      await client.post(path, { project_id: loudProject, ...body });
      this.answered += 1;
    }
  }
}

export function fairnessTable({ times, heavyPerSecond }: Fairness, callCount: number): Table {
  return {
    name: "fairness",
    columns: [
      "",
      "alone p50, ms",
      "p95, ms",
      "beside the flood p50, ms",
      "p95, ms",
      "ratio of p95",
    ],
    rows: times.map(({ name, alone, beside }) => [
      name,
      ...[alone, beside].flatMap((ms) => [figure(quantile(ms, 0.5)), figure(quantile(ms, 0.95))]),
      figure(quantile(beside, 0.95) / quantile(alone, 0.95)),
    ]),
    notes: [
      `${whole(quietCalls)} calls of the quiet entity, ${whole(callCount)} of the other, ` +
        `which got ${figure(heavyPerSecond)} statistics a second; ${times[0]?.alone.length} runs of each.`,
    ],
  };
}
