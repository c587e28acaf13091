import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { type Bench, freshFolder } from "../bench.ts";
import { whole, type Table } from "../report/table.ts";
import { mintKey } from "../server/mint-key.ts";
import { cpuSeconds } from "../server/process-figures.ts";
import { startHeddle, type Heddle } from "../server/heddle.ts";
import { MemorySamples } from "../siege/memory-samples.ts";
import { pause } from "../siege/pace.ts";
import { readBack, type ReadBack } from "../siege/read-back.ts";
import { readAcknowledged, readLog } from "../siege/siege-log.ts";
import { SiegeProcess } from "../siege/siege-process.ts";
import { attackTable, lateAnswers, latencyTable, memoryTable } from "../siege/siege-tables.ts";

/** The well-behaved clients, and how many there are of each kind. */
const wellBehaved = [
  { entity: "acme", pace: 1 },
  { entity: "globex", pace: 0.25 },
] as const;
const defaultMinutes = 3;
/** How long the well-behaved clients are alone at most, for comparison, in ms. */
const mostAloneMs = 120_000;

/**
 * Mixed load with hostile clients in it, for a time; then every acknowledged call is read back.
 *
 * Yields its tables first, and then throws if the server did not hold: a call is missing, a process
 * was replaced, or an answer came too late.
 */
export async function* measureSiege(bench: Bench): AsyncGenerator<Table> {
  const ms = (bench.minutes ?? (bench.quick ? 1 : defaultMinutes)) * 60_000;
  const dataDir = await freshFolder(bench);
  const heddle = await startHeddle({ dataDir, ownGroup: true });
  const samples = new MemorySamples(dataDir, heddle.parentPid);
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    const beganAt = Date.now();
    const work = new Work(samples);
    const { attackedAt } = await besiege(bench, {
      heddle,
      dataDir,
      ms,
      signal: interrupted.signal,
    });
    const endedAt = Date.now();
    samples.end();
    const worked = work.says();
    const twelfth = (endedAt - beganAt) / 12;
    const early = { from: beganAt + 2 * twelfth, to: beganAt + 3 * twelfth };
    const late = { from: endedAt - twelfth, to: endedAt };
    const answers = wellBehaved.flatMap(({ entity }) => readLog(`${dataDir}.${entity}.log`));
    const attacks = readLog(`${dataDir}.hostile.log`);
    yield attackTable(attacks);
    yield memoryTable(samples, early, late);
    bench.say("reads every acknowledged call back");
    const calls = await compare(heddle, dataDir);
    yield { ...latencyTable(answers, attackedAt), notes: [says(calls), worked] };
    refuse(calls, samples, lateAnswers(answers, attacks));
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    samples.end();
    await heddle.stop();
  }
}

interface Siege {
  readonly heddle: Heddle;
  readonly dataDir: string;
  readonly ms: number;
  readonly signal: AbortSignal;
}

/** Runs the clients for the time, and returns when the hostile clients began. */
async function besiege(
  bench: Bench,
  { heddle: { url }, dataDir, ms, signal }: Siege,
): Promise<{ attackedAt: number }> {
  const processes: SiegeProcess[] = [];
  try {
    for (const { entity, pace } of wellBehaved) {
      const order = { url, project: `${entity}/siege`, pace, ...(await keysOf(dataDir, entity)) };
      const logFile = `${dataDir}.${entity}.log`;
      const acknowledgedFile = `${dataDir}.${entity}.acknowledged`;
      processes.push(SiegeProcess.wellBehaved({ ...order, logFile, acknowledgedFile }));
    }
    const aloneMs = Math.min(ms / 6, mostAloneMs);
    await pause(aloneMs, signal);
    bench.say("the attacks begin");
    const attackedAt = Date.now();
    const keys = await keysOf(dataDir, "mallory");
    const order = { url, project: "mallory/siege", ...keys, logFile: `${dataDir}.hostile.log` };
    processes.push(SiegeProcess.hostile(order));
    const until = Date.now() + ms - aloneMs;
    while (Date.now() < until && !signal.aborted) {
      await pause(Math.min(60_000, until - Date.now()), signal);
      for (const one of processes) one.check();
      bench.say(`${whole((until - Date.now()) / 60_000)} minutes to go`);
    }
    return { attackedAt };
  } finally {
    await Promise.all(processes.map((one) => one.end()));
  }
}

async function keysOf(
  dataDir: string,
  entity: string,
): Promise<{ writeKey: string; readKey: string }> {
  const writeKey = await mintKey(dataDir, entity, "write");
  return { writeKey, readKey: await mintKey(dataDir, entity, "read") };
}

/** Reads every call of every well-behaved entity with the entity's own key. */
async function compare({ url }: Heddle, dataDir: string): Promise<ReadBack> {
  const all: ReadBack[] = [];
  for (const { entity } of wellBehaved) {
    const apiKey = await mintKey(dataDir, entity, "read");
    const calls = readAcknowledged(`${dataDir}.${entity}.acknowledged`);
    all.push(await readBack({ url, apiKey }, `${entity}/siege`, calls));
  }
  return {
    acknowledged: all.reduce((sum, one) => sum + one.acknowledged, 0),
    missing: all.flatMap((one) => one.missing),
    changed: all.flatMap((one) => one.changed),
    doubled: all.reduce((sum, one) => sum + one.doubled, 0),
  };
}

function says({ acknowledged, missing, changed, doubled }: ReadBack): string {
  return (
    `Of ${whole(acknowledged)} acknowledged calls ${whole(missing.length)} were missing, ` +
    `${whole(changed.length)} were not as they had been sent, ${whole(doubled)} were there twice.`
  );
}

/** Throws if the server did not hold. */
function refuse(calls: ReadBack, samples: MemorySamples, late: readonly string[]): void {
  const lost = calls.missing.length + calls.changed.length + calls.doubled;
  const faults = [
    lost > 0 &&
      `${says(calls)} Some: ${[...calls.missing, ...calls.changed].slice(0, 5).join(", ")}`,
    samples.pids.server.size > 1 && "The server ended and was started again.",
    samples.pids.engine.size > 1 && "The engine ended and was started again.",
    late.length > 0 && `${whole(late.length)} answers were late:\n${late.slice(0, 20).join("\n")}`,
  ].filter((fault) => fault !== false);
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** How busy the processors were: on a machine without idle time, latencies mean nothing. */
class Work {
  readonly #samples: MemorySamples;
  readonly #begunAt: number = performance.now();
  readonly #atFirst: Readonly<Record<"server" | "engine", number>>;
  readonly #machine: { readonly busy: number; readonly all: number } = machineTimes();

  constructor(samples: MemorySamples) {
    this.#samples = samples;
    this.#atFirst = this.#seconds();
  }

  says(): string {
    const seconds = (performance.now() - this.#begunAt) / 1000;
    const now = this.#seconds();
    const percent = (name: "server" | "engine"): number => {
      return Math.round(((now[name] - this.#atFirst[name]) / seconds) * 100);
    };
    const { busy, all } = machineTimes();
    const share = (busy - this.#machine.busy) / (all - this.#machine.all);
    return (
      `Server ${percent("server")} % and engine ${percent("engine")} % of a core on average, ` +
      `the whole machine ${Math.round(share * 100)} % busy.`
    );
  }

  #seconds(): Readonly<Record<"server" | "engine", number>> {
    const { server, engine } = this.#samples.pids;
    return { server: secondsOf([...server].at(-1)), engine: secondsOf([...engine].at(-1)) };
  }
}

/** 0 for a process that has ended. */
function secondsOf(pid: number | undefined): number {
  return pid !== undefined && existsSync(`/proc/${pid}`) ? cpuSeconds(pid) : Number.NaN;
}

function machineTimes(): { readonly busy: number; readonly all: number } {
  const times = cpus().map(({ times: { idle, ...busy } }) => {
    return { idle, busy: Object.values(busy).reduce((sum, ms) => sum + ms, 0) };
  });
  const busy = times.reduce((sum, one) => sum + one.busy, 0);
  return { busy, all: busy + times.reduce((sum, one) => sum + one.idle, 0) };
}
