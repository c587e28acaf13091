import { cp } from "node:fs/promises";
import { join } from "node:path";
import { RequestProjects } from "@heddle/server/access/request-projects";
import { type OpenedTraces, openTraces } from "@heddle/server/store/traces";
import { Calls } from "@heddle/server/trace/calls";
import { type Bench, freshFolder } from "../bench.ts";
import { project as projectName } from "../calls/sample-call.ts";
import { quantile } from "../report/quantile.ts";
import { figure, type Table, whole } from "../report/table.ts";
import { Client } from "../server/client.ts";
import { startHeddle } from "../server/heddle.ts";
import type { LoadedFolder } from "./loaded-folder.ts";
import { TimedTraces } from "./timed-traces.ts";

/** One read, done over HTTP and by the calls in this process. */
interface Question {
  readonly name: string;
  readonly path: string;
  body(ids: readonly string[]): object;
  /** The same without HTTP; returns how many calls or rows the answer has. */
  directly(calls: Calls, body: never): Promise<number>;
}

/** The durations of a read, in ms. */
export interface ReadTimes {
  readonly name: string;
  readonly http: readonly number[];
  /** In the statements alone, through an engine of its own on a copy of the folder. */
  readonly sql: readonly number[];
}

const principal = { keyId: "", entity: "local", role: "admin", userName: "local" } as const;
const requester = {
  principal,
  projects: new RequestProjects({ maySee: () => true }, principal, {
    id: "calls.query",
    access: "read",
  }),
};
const project = requester.projects.named(projectName);
const signal = new AbortController().signal;
const newest = {
  project_id: projectName,
  sort_by: [{ field: "started_at", direction: "desc" }],
  limit: 50,
};

async function streamed(calls: Calls, body: Parameters<Calls["query"]>[2]): Promise<number> {
  let count = 0;
  for await (const _ of calls.query(requester, project, body, signal)) count += 1;
  return count;
}

const questions: readonly Question[] = [
  {
    name: "one call by id",
    path: "/traces/call/read",
    body: ([id]) => ({ project_id: projectName, id }),
    directly: async (calls, body) => ((await calls.read(requester, project, body, signal)) ? 1 : 0),
  },
  {
    name: "100 calls by id",
    path: "/traces/calls/stream_query",
    body: (ids) => ({ project_id: projectName, filter: { call_ids: ids } }),
    directly: streamed,
  },
  {
    name: "newest 50",
    path: "/traces/calls/stream_query",
    body: () => newest,
    directly: streamed,
  },
  {
    name: "newest 50 roots",
    path: "/traces/calls/stream_query",
    body: () => ({ ...newest, filter: { trace_roots_only: true } }),
    directly: streamed,
  },
  {
    name: "count",
    path: "/traces/calls/query_stats",
    body: () => ({ project_id: projectName }),
    directly: async (calls, body) => (await calls.count(requester, project, body, signal)).count,
  },
];

const warmUpRuns = 20;

/**
 * Does the same reads in turns with a server, and with an engine alone that has a copy of the
 * server's folder. Each run reads other ids.
 */
export async function measureReads(bench: Bench, loaded: LoadedFolder): Promise<ReadTimes[]> {
  const runs = bench.quick ? 40 : 300;
  const dataDir = await loaded.dataDir();
  const copy = await freshFolder(bench);
  await cp(join(dataDir, "traces"), join(copy, "traces"), { recursive: true });
  const log = { info: () => {}, warn: console.error, error: console.error };
  const traces = await openTraces({ dataDir: copy, log });
  try {
    const heddle = await startHeddle({ dataDir });
    const client = new Client(heddle);
    try {
      const ids = await someIds(traces);
      const times: ReadTimes[] = [];
      for (const question of questions) {
        times.push(await ask(question, { client, traces, ids, runs }));
        bench.say(question.name);
      }
      return times;
    } finally {
      client.close();
      await heddle.stop();
    }
  } finally {
    await traces.close();
  }
}

interface Asking {
  readonly client: Client;
  readonly traces: OpenedTraces;
  readonly ids: readonly string[];
  readonly runs: number;
}

async function ask(question: Question, asking: Asking): Promise<ReadTimes> {
  const { client, traces, ids, runs } = asking;
  const { name, path } = question;
  const timed = new TimedTraces(traces);
  const ensure = (): never => {
    throw new Error("A read should not make a project.");
  };
  const values = (): never => {
    throw new Error("A read without expand_columns should not read refs.");
  };
  const calls = new Calls({ traces: timed, projects: { ensure }, refs: { values } });
  const http: number[] = [];
  const sql: number[] = [];
  for (let run = -warmUpRuns; run < runs; run += 1) {
    const body = question.body(Array.from({ length: 100 }, () => picked(ids)));
    const text = JSON.stringify(body);
    const overHttp = async (): Promise<void> => {
      const askedAt = performance.now();
      const answer = await client.post(path, text);
      if (run >= 0) http.push(performance.now() - askedAt);
      if (answer.length < 10) throw new Error(`${name}: the answer is ${answer}`);
    };
    const directly = async (): Promise<void> => {
      timed.ms = 0;
      const count = await question.directly(calls, body as never);
      if (run >= 0) sql.push(timed.ms);
      if (count === 0) throw new Error(`${name}: nothing was found.`);
    };
    const [first, second] = run % 2 === 0 ? [overHttp, directly] : [directly, overHttp];
    await first();
    await second();
  }
  return { name, http, sql };
}

async function someIds(traces: OpenedTraces): Promise<string[]> {
  const rows = await traces.query<{ id: string }>(
    "SELECT id FROM calls ORDER BY cityHash64(id) LIMIT 20000",
    {},
    { signal },
  );
  return rows.map(({ id }) => id);
}

function picked(ids: readonly string[]): string {
  return ids[Math.floor(Math.random() * ids.length)] ?? "";
}

export function readsTable(times: readonly ReadTimes[], callCount: number): Table {
  return {
    name: "reads",
    columns: ["", "HTTP p50, ms", "p99, ms", "its SQL p50, ms", "p99, ms", "ratio of p50"],
    rows: times.map(({ name, http, sql }) => [
      name,
      ...[http, sql].flatMap((ms) => [figure(quantile(ms, 0.5)), figure(quantile(ms, 0.99))]),
      figure(quantile(http, 0.5) / quantile(sql, 0.5)),
    ]),
    notes: [`${whole(callCount)} calls; ${times[0]?.http.length} runs of each.`],
  };
}
