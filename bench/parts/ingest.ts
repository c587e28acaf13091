import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, freshFolder } from "../bench.ts";
import { project } from "../calls/sample-call.ts";
import type { Shape } from "../load/load.ts";
import { Client } from "../server/client.ts";
import { type Heddle, startHeddle } from "../server/heddle.ts";
import { ServerMemory } from "../server/server-memory.ts";
import { untilSettled, type Writes, writesInTurns } from "./writes-in-turns.ts";

/** The results of writing for minutes. */
export interface Ingest extends Writes {
  /** Memory of the server and its engine, before, during and after. */
  readonly memory: ServerMemory;
}

const shapes: readonly Shape[] = [
  { connections: 1, entriesPerBatch: 1_000 },
  { connections: 16, entriesPerBatch: 100 },
  { connections: 128, entriesPerBatch: 1 },
];

/**
 * Writes calls in turns through the engine alone and through the server.
 *
 * @throws Error if the server does not hold exactly the calls that it acknowledged.
 */
export async function measureIngest(bench: Bench): Promise<Ingest> {
  const { profileFolder } = bench;
  const heddle = await startHeddle({ dataDir: await freshFolder(bench), profileFolder });
  const memory = new ServerMemory(heddle);
  try {
    await untilSettled(heddle);
    memory.read("started");
    memory.watch();
    const seconds = bench.quick ? 8 : 60;
    const writes = await writesInTurns(bench, heddle, { entries: "calls", shapes, seconds });
    await checkCount(heddle, writes.acknowledged);
    memory.unwatch();
    const idleSeconds = bench.quick ? 5 : 60;
    bench.say(`idle for ${idleSeconds} s`);
    await sleep(idleSeconds * 1000);
    memory.read("idle");
    return { ...writes, memory };
  } finally {
    memory.unwatch();
    await heddle.stop();
  }
}

async function checkCount(heddle: Heddle, acknowledged: number): Promise<void> {
  const client = new Client(heddle);
  const answer = await client.post("/traces/calls/query_stats", { project_id: project });
  client.close();
  const { count } = JSON.parse(answer) as { count: number };
  if (count === acknowledged) return;
  throw new Error(`${acknowledged} calls were acknowledged, but the server counts ${count}.`);
}
