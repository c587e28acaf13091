import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, freshFolder } from "../bench.ts";
import { project } from "../calls/sample-call.ts";
import { LoadProcess } from "../load/load-process.ts";
import type { Load, Shape } from "../load/load.ts";
import { Client } from "../server/client.ts";
import { type Heddle, startHeddle } from "../server/heddle.ts";
import { atRest, cpuSeconds } from "../server/process-figures.ts";
import { ServerMemory } from "../server/server-memory.ts";

/** Load on one side, with the processor seconds per second that each process used for it. */
export interface Side extends Load {
  readonly cores: { readonly load: number; readonly server: number; readonly engine: number };
}

/** The same load on the engine alone and through the server, one right after the other. */
export interface Pair {
  readonly raw: Side;
  readonly server: Side;
}

export interface ShapeIngest {
  readonly shape: Shape;
  readonly pairs: readonly Pair[];
}

/** The results of writing for minutes. */
export interface Ingest {
  readonly shapes: readonly ShapeIngest[];
  readonly rowBytes: number;
  /** Memory of the server and its engine, before, during and after. */
  readonly memory: ServerMemory;
  readonly acknowledged: number;
}

const shapes: readonly Shape[] = [
  { connections: 1, callsPerBatch: 1_000 },
  { connections: 16, callsPerBatch: 100 },
  { connections: 128, callsPerBatch: 1 },
];
const pairsEach = 2;
/** For this long, a server that has just started looks up every id; later it need not. */
const settledAfterMs = 11_000;

/**
 * Writes calls, durable before the answer, in turns through the engine alone and through the
 * server. Both run all the time, and each rests during the other's turn.
 *
 * @throws Error if the server does not hold exactly the calls that it acknowledged.
 */
export async function measureIngest(bench: Bench): Promise<Ingest> {
  const seconds = bench.quick ? 8 : 60;
  const { profileFolder } = bench;
  const heddle = await startHeddle({ dataDir: await freshFolder(bench), profileFolder });
  const [http, raw] = await Promise.all([
    LoadProcess.start("http", [heddle.url, heddle.apiKey]),
    LoadProcess.start("raw", [await freshFolder(bench)]),
  ]);
  const client = new Client(heddle);
  const memory = new ServerMemory(heddle);
  try {
    await sleep(Math.max(0, heddle.startedAt + settledAfterMs - performance.now()));
    memory.read("started");
    memory.watch();
    const measured: ShapeIngest[] = [];
    let acknowledged = 0;
    for (const shape of shapes) {
      acknowledged += await warmUp(shape, [raw, http], bench);
      const pairs: Pair[] = [];
      for (let pair = 0; pair < pairsEach; pair += 1) {
        const onEngine = await runSide(raw, heddle, { shape, seconds });
        const onServer = await runSide(http, heddle, { shape, seconds });
        acknowledged += onServer.calls;
        pairs.push({ raw: onEngine, server: onServer });
        bench.say(said(shape, onEngine, onServer));
      }
      measured.push({ shape, pairs });
    }
    await checkCount(client, acknowledged);
    memory.unwatch();
    const idleSeconds = bench.quick ? 5 : 60;
    bench.say(`idle for ${idleSeconds} s`);
    await sleep(idleSeconds * 1000);
    memory.read("idle");
    return { shapes: measured, rowBytes: raw.facts.rowBytes, memory, acknowledged };
  } finally {
    memory.unwatch();
    client.close();
    await Promise.all([http.close(), raw.close()]);
    await heddle.stop();
  }
}

/**
 * A short load, so that neither side is measured cold. Returns how many calls the server
 * acknowledged.
 */
async function warmUp(
  shape: Shape,
  [raw, http]: readonly [LoadProcess, LoadProcess],
  { quick }: Bench,
): Promise<number> {
  const order = { shape, seconds: quick ? 1 : 3 };
  await raw.run(order);
  return (await http.run(order)).calls;
}

async function runSide(
  load: LoadProcess,
  { pid, enginePid }: Heddle,
  order: { readonly shape: Shape; readonly seconds: number },
): Promise<Side> {
  const ownEngine = load.facts.enginePid;
  const engine = ownEngine ?? enginePid;
  await atRest([engine, enginePid]);
  const used = (): readonly number[] => [
    cpuSeconds(load.pid),
    ownEngine === undefined ? cpuSeconds(pid) : 0,
    cpuSeconds(engine),
  ];
  const before = used();
  const result = await load.run(order);
  const [ofLoad = 0, ofServer = 0, ofEngine = 0] = used().map((now, index) => {
    return (now - (before[index] ?? 0)) / result.seconds;
  });
  return { ...result, cores: { load: ofLoad, server: ofServer, engine: ofEngine } };
}

async function checkCount(client: Client, acknowledged: number): Promise<void> {
  const answer = await client.post("/traces/calls/query_stats", { project_id: project });
  const { count } = JSON.parse(answer) as { count: number };
  if (count === acknowledged) return;
  throw new Error(`${acknowledged} calls were acknowledged, but the server counts ${count}.`);
}

function said({ connections, callsPerBatch }: Shape, raw: Side, server: Side): string {
  const rate = ({ calls, seconds }: Load): string => `${Math.round(calls / seconds)}/s`;
  return `${connections} × ${callsPerBatch}: raw ${rate(raw)}, server ${rate(server)}`;
}
