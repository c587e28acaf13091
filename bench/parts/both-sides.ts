import { median } from "../report/quantile.ts";
import { factsOf } from "./statements-answers.ts";
import type { Picks } from "./statements-picks.ts";
import type { Question } from "./statements-questions.ts";
import type { EngineCount, Side } from "./statements-sides.ts";

/** The durations of one question, in ms, of each side. */
export interface Times {
  readonly server: number[];
  readonly raw: number[];
}

export interface Measured {
  readonly question: Question;
  /** By the number of clients. */
  readonly times: ReadonlyMap<number, Times>;
  /** What one answer reads, of each side. */
  readonly reads: { readonly server: EngineCount; readonly raw: EngineCount };
}

/** The sides, and the way to ask them. */
export interface Sides {
  readonly server: Side;
  readonly raw: Side;
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

/** Returns the server's refusal if it does not answer this question yet. */
export async function measureQuestion(
  question: Question,
  sides: Sides,
): Promise<Measured | string> {
  const refusal = await refusalOf(question, sides);
  if (refusal !== undefined) return refusal;
  const reads = await compared(question, sides);
  const times = new Map<number, Times>();
  for (const clients of clientCounts) {
    times.set(clients, await inTurns(question, clients, sides));
  }
  return { question, times, reads };
}

async function refusalOf(question: Question, { server, pick }: Sides): Promise<string | undefined> {
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
async function compared(
  question: Question,
  { server, raw, pick }: Sides,
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
        answers.push(factsOf(question, await side.ask(question, picks, 0)));
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
async function difference(side: Side, work: () => Promise<void>): Promise<EngineCount> {
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
async function inTurns(question: Question, clients: number, sides: Sides): Promise<Times> {
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

async function turnOf(
  question: Question,
  clients: number,
  side: Side,
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
