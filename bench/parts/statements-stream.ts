import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import type { OpenedTraces } from "@heddle/server/store/traces";
import { project } from "../calls/sample-call.ts";
import { median } from "../report/quantile.ts";
import { figure, megabytes, type Table, whole } from "../report/table.ts";
import type { Heddle } from "../server/heddle.ts";
import { memoryOf } from "../server/process-figures.ts";
import type { Picks } from "./statements-picks.ts";
import { from } from "./statements-sql.ts";

/** A stream of many calls. */
export interface Streamed {
  readonly calls: number;
  readonly seconds: number;
  /** From the request to the first byte or row. */
  readonly firstMs: number;
  /** How far the memory of each process rose above its memory before, in bytes. */
  readonly growth: readonly number[];
}

export interface Streams {
  readonly server: readonly Streamed[];
  readonly raw: readonly Streamed[];
}

const sampleEveryMs = 20;
const runs = 3;

/** Streams the same number of calls from both sides in turns, each time from another moment on. */
export async function measureStreams(
  heddle: Heddle,
  traces: OpenedTraces,
  pick: () => Picks,
  limit: number,
): Promise<Streams> {
  const streams = { server: [] as Streamed[], raw: [] as Streamed[] };
  // The first run is a warm-up: only the later ones show whether memory stays flat.
  for (let run = 0; run <= runs; run += 1) {
    const { from: moment } = pick();
    const server = await watched([heddle.pid, heddle.enginePid], (first) =>
      overHttp(heddle, moment, limit, first),
    );
    const raw = await watched([traces.enginePid ?? 0], (first) =>
      directly(traces, moment, limit, first),
    );
    if (server.calls !== raw.calls) {
      throw new Error(`The server streamed ${server.calls} calls, the engine ${raw.calls}.`);
    }
    if (run === 0) continue;
    streams.server.push(server);
    streams.raw.push(raw);
  }
  return streams;
}

async function overHttp(
  heddle: Heddle,
  moment: string,
  limit: number,
  first: () => void,
): Promise<number> {
  const body = JSON.stringify({
    project_id: project,
    query: {
      $expr: {
        $gte: [{ $getField: "started_at" }, { $literal: `${moment.replace(" ", "T")}Z` }],
      },
    },
    limit,
  });
  const agent = new Agent();
  const asked = request(new URL("/traces/calls/stream_query", heddle.url), {
    agent,
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`api:${heddle.apiKey}`)}`,
      "content-type": "application/json",
    },
  });
  asked.end(body);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  let calls = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    if (calls === 0) first();
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) calls += 1;
  }
  agent.destroy();
  if (response.statusCode !== 200) throw new Error(`The stream answered ${response.statusCode}.`);
  return calls;
}

async function directly(
  traces: OpenedTraces,
  moment: string,
  limit: number,
  first: () => void,
): Promise<number> {
  const { sql, params, settings } = from(moment, limit);
  let calls = 0;
  for await (const _ of traces.stream(sql, params, { signal: undefined, settings })) {
    if (calls === 0) first();
    calls += 1;
  }
  return calls;
}

/** Streams, and samples the memory of the processes meanwhile. */
async function watched(
  pids: readonly number[],
  stream: (first: () => void) => Promise<number>,
): Promise<Streamed> {
  const before = pids.map((pid) => memoryOf(pid).own);
  const most = [...before];
  const timer = setInterval(() => {
    for (const [index, pid] of pids.entries()) {
      most[index] = Math.max(most[index] ?? 0, memoryOf(pid).own);
    }
  }, sampleEveryMs);
  const startedAt = performance.now();
  let firstMs = 0;
  try {
    const calls = await stream(() => (firstMs = performance.now() - startedAt));
    const seconds = (performance.now() - startedAt) / 1000;
    const growth = most.map((bytes, index) => bytes - (before[index] ?? 0));
    return { calls, seconds, firstMs, growth };
  } finally {
    clearInterval(timer);
  }
}

export function streamsTable({ server, raw }: Streams): Table {
  const row = (name: string, streams: readonly Streamed[]): string[] => {
    const seconds = median(streams.map((stream) => stream.seconds));
    const calls = streams[0]?.calls ?? 0;
    const growth = streams[0]?.growth.map((_, index) =>
      megabytes(Math.max(...streams.map((stream) => stream.growth[index] ?? 0))),
    );
    const cells = name === "raw" ? ["", ...(growth ?? [])] : (growth ?? []);
    const firstMs = figure(median(streams.map((stream) => stream.firstMs)));
    return [name, figure(seconds), whole(calls / seconds), firstMs, ...cells];
  };
  const ratio =
    median(server.map(({ seconds }) => seconds)) / median(raw.map(({ seconds }) => seconds));
  return {
    name: "statements-stream",
    columns: ["", "s", "calls/s", "first call, ms", "server grows, MB", "engine grows, MB"],
    rows: [row("server", server), row("raw", raw)],
    notes: [
      `${whole(server[0]?.calls ?? 0)} whole calls; medians of ${server.length} streams in turns, ` +
        "after one that is not counted; growth is the most of any stream, above the memory before " +
        `it, without mapped files; ratio of the times ${figure(ratio)}.`,
    ],
  };
}
