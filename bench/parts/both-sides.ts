import type { OpenedTraces } from "@heddle/server/store/traces";
import type { Bench } from "../bench.ts";
import { median } from "../report/quantile.ts";
import type { Heddle } from "../server/heddle.ts";
import type { Question } from "./question.ts";
import { type EngineCount, RawSide, ServerSide, type Side } from "./sides.ts";

/** The durations of one question, in ms, of each side. */
export interface Times {
  readonly server: number[];
  readonly raw: number[];
}

export interface Measured {
  /** Undefined if there is none. */
  readonly directionMs: number | undefined;
  readonly name: string;
  /** By the number of clients. */
  readonly times: ReadonlyMap<number, Times>;
  /** What one answer reads, of each side. */
  readonly reads: { readonly server: EngineCount; readonly raw: EngineCount };
}

/** A server on its folder, and an engine on a copy. */
export interface BothSides {
  readonly heddle: Heddle;
  readonly dataDir: string;
  readonly traces: OpenedTraces;
}

/** The sides, and the way to ask them. */
interface Sides<Picks> {
  readonly server: Side<Picks>;
  readonly raw: Side<Picks>;
  /** New values for each run. */
  readonly pick: () => Picks;
  readonly budgetMs: number;
}

export const clientCounts = [1, 8] as const;
const comparedRuns = 5;
/** What each client asks before the other side has its turn. */
const asksPerTurn = 2;
const leastTurns = 4;
const mostTurns = 100;

/** Asks all questions of both sides. Questions that the server refuses are left out. */
export async function measureQuestions<Picks>(
  bench: Bench,
  { heddle, dataDir, traces }: BothSides,
  pick: () => Picks,
  questions: readonly Question<Picks>[],
): Promise<Measured[]> {
  const server = new ServerSide<Picks>(heddle, dataDir, Math.max(...clientCounts));
  try {
    const raw = new RawSide<Picks>(traces);
    const sides = { server, raw, pick, budgetMs: bench.quick ? 1_000 : 8_000 };
    const measured: Measured[] = [];
    for (const question of questions) {
      bench.say(question.name);
      const result = await measureQuestion(question, sides);
      if (typeof result === "string") bench.say(`left out: ${result}`);
      else measured.push(result);
    }
    return measured;
  } finally {
    server.close();
  }
}

/** Returns the server's refusal if it does not answer this question yet. */
async function measureQuestion<Picks>(
  question: Question<Picks>,
  sides: Sides<Picks>,
): Promise<Measured | string> {
  const refusal = await refusalOf(question, sides);
  if (refusal !== undefined) return refusal;
  const reads = await compared(question, sides);
  const times = new Map<number, Times>();
  for (const clients of clientCounts) {
    times.set(clients, await inTurns(question, clients, sides));
  }
  const { name, directionMs } = question;
  return { name, directionMs, times, reads };
}

async function refusalOf<Picks>(
  question: Question<Picks>,
  { server, pick }: Sides<Picks>,
): Promise<string | undefined> {
  try {
    await server.ask(question, pick(), 0);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    if (/ answered (400|404|422|501):/.test(message)) return message;
    throw error;
  }
}

/** Asks both sides the same, and throws if they disagree. Returns what an answer reads. */
async function compared<Picks>(
  question: Question<Picks>,
  { server, raw, pick }: Sides<Picks>,
): Promise<Measured["reads"]> {
  const counts = { server: [] as EngineCount[], raw: [] as EngineCount[] };
  for (let run = 0; run < comparedRuns; run += 1) {
    const picks = pick();
    const answers: string[] = [];
    for (const [name, side] of [
      ["server", server],
      ["raw", raw],
    ] as const) {
      const idle = await difference(side, async () => {});
      const read = await difference(side, async () => {
        answers.push(question.facts(await side.ask(question, picks, 0)));
      });
      counts[name].push(minus(read, idle));
    }
    const [one, other] = answers;
    if (one !== other) {
      throw new Error(
        `${question.name}: the answers differ for ${JSON.stringify({ ...picks, ids: [] })}.\n` +
          `Server: ${one?.slice(0, 2000)}\nRaw: ${other?.slice(0, 2000)}`,
      );
    }
  }
  return { server: middle(counts.server), raw: middle(counts.raw) };
}

/** What a side's engine counts meanwhile, with one reading of the counters. */
async function difference<Picks>(
  side: Side<Picks>,
  work: () => Promise<void>,
): Promise<EngineCount> {
  const before = await side.counters();
  await work();
  return minus(await side.counters(), before);
}

function minus(one: EngineCount, other: EngineCount): EngineCount {
  return {
    statements: one.statements - other.statements,
    rows: one.rows - other.rows,
    bytes: one.bytes - other.bytes,
    cpuMs: one.cpuMs - other.cpuMs,
  };
}

function middle(counts: readonly EngineCount[]): EngineCount {
  return {
    statements: median(counts.map(({ statements }) => statements)),
    rows: median(counts.map(({ rows }) => rows)),
    bytes: median(counts.map(({ bytes }) => bytes)),
    cpuMs: median(counts.map(({ cpuMs }) => cpuMs)),
  };
}

/** Asks the sides in turns, each with so many clients at once. The first turn is a warm-up. */
async function inTurns<Picks>(
  question: Question<Picks>,
  clients: number,
  sides: Sides<Picks>,
): Promise<Times> {
  const times: Times = { server: [], raw: [] };
  let deadline = Infinity;
  for (let turn = 0; turn < mostTurns; turn += 1) {
    if (turn === 1) deadline = performance.now() + sides.budgetMs;
    if (turn > leastTurns && performance.now() > deadline) break;
    const order = turn % 2 === 0 ? (["server", "raw"] as const) : (["raw", "server"] as const);
    for (const name of order) {
      const ms = await turnOf(question, clients, sides[name], sides.pick);
      if (turn > 0) times[name].push(...ms);
    }
  }
  return times;
}

async function turnOf<Picks>(
  question: Question<Picks>,
  clients: number,
  side: Side<Picks>,
  pick: () => Picks,
): Promise<number[]> {
  const ms: number[] = [];
  const client = async (index: number): Promise<void> => {
    for (let ask = 0; ask < asksPerTurn; ask += 1) {
      const picks = pick();
      const askedAt = performance.now();
      await side.ask(question, picks, index);
      ms.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  return ms;
}
