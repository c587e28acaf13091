import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, freshFolder } from "../bench.ts";
import { type LoadProcess, startLoad } from "../load/load-process.ts";
import type { Entries, Load, Shape } from "../load/load.ts";
import type { Heddle } from "../server/heddle.ts";
import { atRest, cpuSeconds } from "../server/process-figures.ts";

/** Load on one side, with the processor seconds per second that each process used for it. */
export interface Side extends Load {
  readonly cores: { readonly load: number; readonly server: number; readonly engine: number };
}

/** The same load on the engine alone and through the server, one right after the other. */
export interface Pair {
  readonly raw: Side;
  readonly server: Side;
}

/** The pairs of one shape of load. */
export interface ShapeWrites {
  readonly shape: Shape;
  readonly pairs: readonly Pair[];
}

/** The results of writing in turns. */
export interface Writes {
  readonly shapes: readonly ShapeWrites[];
  readonly rowBytes: number;
  /** Entries that the server acknowledged, those of warm-ups included. */
  readonly acknowledged: number;
}

/** What is written to a server, and how. */
export interface WritesOrder {
  readonly entries: Entries;
  readonly shapes: readonly Shape[];
  /** The length of each turn. */
  readonly seconds: number;
}

const pairsEach = 2;
/** For this long, a server that has just started looks up every id; later it need not. */
const settledAfterMs = 11_000;

/** Resolves when a server no longer works as one that has just started. */
export async function untilSettled({ startedAt }: Heddle): Promise<void> {
  await sleep(Math.max(0, startedAt + settledAfterMs - performance.now()));
}

/**
 * Writes entries, durable before the answer, in turns through an engine alone and through a server.
 * Both run all the time, and each rests during the other's turn.
 */
export async function writesInTurns(
  bench: Bench,
  heddle: Heddle,
  { entries, shapes, seconds }: WritesOrder,
): Promise<Writes> {
  const [http, raw] = await Promise.all([
    startLoad("http", entries, [heddle.url, heddle.apiKey]),
    startLoad("raw", entries, [await freshFolder(bench)]),
  ]);
  try {
    const measured: ShapeWrites[] = [];
    let acknowledged = 0;
    for (const shape of shapes) {
      acknowledged += await warmUp(shape, [raw, http], bench);
      const pairs: Pair[] = [];
      for (let pair = 0; pair < pairsEach; pair += 1) {
        const onEngine = await runSide(raw, heddle, { shape, seconds });
        const onServer = await runSide(http, heddle, { shape, seconds });
        acknowledged += onServer.entries;
        pairs.push({ raw: onEngine, server: onServer });
        bench.say(said(shape, onEngine, onServer));
      }
      measured.push({ shape, pairs });
    }
    return { shapes: measured, rowBytes: raw.facts.rowBytes, acknowledged };
  } finally {
    await Promise.all([http.close(), raw.close()]);
  }
}

/**
 * A short load, so that neither side is measured cold. Returns how many entries the server
 * acknowledged.
 */
async function warmUp(
  shape: Shape,
  [raw, http]: readonly [LoadProcess, LoadProcess],
  { quick }: Bench,
): Promise<number> {
  const order = { shape, seconds: quick ? 1 : 3 };
  await raw.run(order);
  return (await http.run(order)).entries;
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

function said({ connections, entriesPerBatch }: Shape, raw: Side, server: Side): string {
  const rate = ({ entries, seconds }: Load): string => `${Math.round(entries / seconds)}/s`;
  return `${connections} × ${entriesPerBatch}: raw ${rate(raw)}, server ${rate(server)}`;
}
