import { cp } from "node:fs/promises";
import { type ClientRequest, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, freshFolder } from "../bench.ts";
import { project } from "../calls/sample-call.ts";
import { median } from "../report/quantile.ts";
import { figure, type Table, whole } from "../report/table.ts";
import { type Heddle, startHeddle } from "../server/heddle.ts";
import { memoryOf } from "../server/process-figures.ts";
import type { LoadedFolder } from "./loaded-folder.ts";

/** The memory cost of readers that have stopped, in bytes for each. */
export interface SlowReaders {
  readonly readers: number;
  readonly server: number;
  readonly engine: number;
}

export interface SlowReading {
  readonly slow: readonly SlowReaders[];
  /** The calls for a reader that reads as fast as they come. */
  readonly streamedCalls: number;
  readonly streamSeconds: number;
}

const body = { project_id: project, sort_by: [{ field: "started_at", direction: "desc" }] };
/** The time until the server has sent what the network takes, and has let the rest go. */
const restMs = 8_000;

/** Opens streams of all calls, reads the head of each, and measures the memory of the server. */
export async function measureSlowReaders(bench: Bench, loaded: LoadedFolder): Promise<SlowReading> {
  const dataDir = await freshFolder(bench);
  await cp(await loaded.dataDir(), dataDir, { recursive: true });
  const heddle = await startHeddle({ dataDir });
  const streamedCalls = Math.min(loaded.callCount, 100_000);
  try {
    // Memory that the first answers leave in either process is not the cost of a reader.
    for (let run = 0; run < 3; run += 1) await readAll(heddle, streamedCalls / 4);
    const slow: SlowReaders[] = [];
    for (const readers of bench.quick ? [20] : [20, 40, 80]) {
      slow.push(await stopped(heddle, readers));
      bench.say(`${readers} readers who have stopped`);
    }
    const seconds: number[] = [];
    for (let run = 0; run < (bench.quick ? 1 : 5); run += 1) {
      seconds.push(await readAll(heddle, streamedCalls));
    }
    return { slow, streamedCalls, streamSeconds: median(seconds) };
  } finally {
    await heddle.stop();
  }
}

async function stopped(heddle: Heddle, readers: number): Promise<SlowReaders> {
  const before = memory(heddle);
  const open = await Promise.all(Array.from({ length: readers }, () => readHead(heddle)));
  await sleep(restMs);
  const after = memory(heddle);
  for (const stream of open) stream.destroy();
  await sleep(restMs);
  return {
    readers,
    server: (after.server - before.server) / readers,
    engine: (after.engine - before.engine) / readers,
  };
}

function memory({ pid, enginePid }: Heddle): { readonly server: number; readonly engine: number } {
  return { server: memoryOf(pid).own, engine: memoryOf(enginePid).own };
}

/** A stream of which only the first bytes have been read. */
function readHead(heddle: Heddle): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const sent = ask(heddle, body, (response) => {
      // The stream fails when this client leaves.
      response.on("error", () => {});
      response.once("data", () => {
        response.pause();
        resolve(sent);
      });
    });
    sent.on("error", reject);
  });
}

/** Seconds to read this many calls. */
function readAll(heddle: Heddle, limit: number): Promise<number> {
  const askedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = ask(heddle, { ...body, limit }, (response) => {
      response.resume().once("error", reject);
      response.once("end", () => resolve((performance.now() - askedAt) / 1_000));
    });
    sent.on("error", reject);
  });
}

function ask(
  { url, apiKey }: Heddle,
  asked: object,
  answered: Parameters<typeof request>[2],
): ClientRequest {
  const headers = {
    authorization: `Basic ${btoa(`api:${apiKey}`)}`,
    "content-type": "application/json",
  };
  const target = new URL("/traces/calls/stream_query", url);
  return request(target, { method: "POST", agent: false, headers }, answered).end(
    JSON.stringify(asked),
  );
}

export function slowReadersTable({ slow, streamedCalls, streamSeconds }: SlowReading): Table {
  return {
    name: "slow-readers",
    columns: ["readers who have stopped", "server, MB each", "engine's process, MB each"],
    rows: slow.map(({ readers, server, engine }) => [
      whole(readers),
      figure(server / 1e6),
      figure(engine / 1e6),
    ]),
    notes: [
      `A reader who does not stop has ${whole(streamedCalls)} calls in ${figure(streamSeconds)} s.`,
    ],
  };
}
