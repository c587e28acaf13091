import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, freshFolder } from "../bench.ts";
import type { ChatJob, ChatRun } from "../chat/chat-job.ts";
import { type ChatSide, startEngineSide, startHttpSide } from "../chat/chat-side.ts";
import { median } from "../report/quantile.ts";
import { figure, type Table, whole } from "../report/table.ts";
import { type Heddle, startHeddle } from "../server/heddle.ts";
import { cpuSeconds, memoryOf } from "../server/process-figures.ts";

/** The same job through the server and on the engine alone, one right after the other. */
interface Turn {
  readonly http: ChatRun;
  readonly engine: ChatRun;
  /** Processor time of the server, its engine included. */
  readonly serverCpuSeconds: number;
}

/** The turns of one kind of job. */
interface JobTurns {
  readonly name: string;
  readonly turns: readonly Turn[];
}

export interface ChatReading {
  readonly jobs: readonly JobTurns[];
  /** To the first token of a single stream, in ms. */
  readonly firstTokens: readonly { readonly http: number; readonly engine: number }[];
  /** The server's own memory for one more open stream, in bytes. */
  readonly streamBytes: number;
}

type JobShape = Omit<ChatJob, "first">;

const manyStreams = 200;
const jobs: readonly (JobShape & { readonly name: string })[] = [
  { name: "64 streams", answers: 64, tokens: 100, isStreamed: true },
  { name: "64 whole answers", answers: 64, tokens: 100, isStreamed: false },
  { name: "1 stream", answers: 1, tokens: 500, isStreamed: true },
  { name: `${manyStreams} streams`, answers: manyStreams, tokens: 50, isStreamed: true },
];

/** Measures chat through a server beside its engine alone, in turns. */
export async function measureChat(bench: Bench): Promise<ChatReading> {
  const dataDir = await freshFolder(bench);
  const heddle = await startHeddle({ dataDir, profileFolder: bench.profileFolder });
  const [http, engine] = await Promise.all([
    startHttpSide(heddle.url, heddle.apiKey),
    startEngineSide(await freshFolder(bench)),
  ]);
  try {
    const sides = new Sides(heddle, http, engine);
    const rounds = bench.quick ? 3 : 15;
    for (const job of jobs) await sides.turn({ ...job, tokens: 50 });
    const streamBytes = await memoryOfStream(heddle, http, sides);
    const measured: JobTurns[] = [];
    for (const { name, ...shape } of jobs) {
      const turns: Turn[] = [];
      for (let round = 0; round < rounds; round += 1) turns.push(await sides.turn(shape));
      measured.push({ name, turns });
      bench.say(name);
    }
    const firstTokens: { http: number; engine: number }[] = [];
    for (let round = 0; round < (bench.quick ? 20 : 100); round += 1) {
      const turn = await sides.turn({ answers: 1, tokens: 4, isStreamed: true });
      firstTokens.push({
        http: turn.http.firstTokenMs[0] ?? NaN,
        engine: turn.engine.firstTokenMs[0] ?? NaN,
      });
    }
    return { jobs: measured, firstTokens, streamBytes };
  } finally {
    await Promise.all([http.close(), engine.close()]);
    await heddle.stop();
  }
}

/** Both sides, which answer each question once. */
class Sides {
  readonly #heddle: Heddle;
  readonly #http: ChatSide;
  readonly #engine: ChatSide;
  #asked = 1_000;
  #turns = 0;

  constructor(heddle: Heddle, http: ChatSide, engine: ChatSide) {
    this.#heddle = heddle;
    this.#http = http;
    this.#engine = engine;
  }

  /** A job that nobody was given yet. */
  job(shape: JobShape): ChatJob {
    const first = this.#asked;
    this.#asked += shape.answers;
    return { ...shape, first };
  }

  /** Runs a job on both sides; each goes first every other time. */
  async turn(shape: JobShape): Promise<Turn> {
    const job = this.job(shape);
    this.#turns += 1;
    const early = this.#turns % 2 === 0 ? await this.#engine.run(job) : undefined;
    const before = cpuSeconds(this.#heddle.pid);
    const http = await this.#http.run(job);
    const serverCpuSeconds = cpuSeconds(this.#heddle.pid) - before;
    return { http, serverCpuSeconds, engine: early ?? (await this.#engine.run(job)) };
  }
}

/** The most memory that the server has of its own with many open streams, for each of them. */
async function memoryOfStream(heddle: Heddle, http: ChatSide, sides: Sides): Promise<number> {
  // Once before, so that memory that stays is not counted.
  const shape = { answers: manyStreams, tokens: 500, isStreamed: true };
  await http.run(sides.job({ ...shape, tokens: 250 }));
  const before = memoryOf(heddle.pid).own;
  let most = before;
  const running = http.run(sides.job(shape));
  const watched = running.then(() => true);
  while (!(await Promise.race([watched, sleep(50, false)]))) {
    most = Math.max(most, memoryOf(heddle.pid).own);
  }
  return (most - before) / manyStreams;
}

/** Processor time of the server, without its engine, for each piece of many streams. */
function pieceMicroseconds(measured: readonly JobTurns[]): number {
  const turns = measured.find(({ name }) => name === `${manyStreams} streams`)?.turns ?? [];
  const microseconds = turns.map(({ http, engine, serverCpuSeconds }) => {
    return ((serverCpuSeconds - engine.cpuSeconds) / http.pieces) * 1e6;
  });
  return median(microseconds);
}

export function chatTable({ jobs: measured, firstTokens, streamBytes }: ChatReading): Table {
  const rate = ({ tokens, seconds }: ChatRun): number => tokens / seconds;
  const first = (side: "http" | "engine"): number => median(firstTokens.map((one) => one[side]));
  return {
    name: "chat",
    columns: [
      "",
      "server, tokens/s",
      "engine, tokens/s",
      "ratio",
      "lowest and highest ratio",
      "tokens in a piece",
      "processor time, µs a token: server",
      "engine",
    ],
    rows: measured.map(({ name, turns }) => {
      const mid = (of: (turn: Turn) => number): number => median(turns.map(of));
      const ratios = turns.map(({ http, engine }) => rate(http) / rate(engine));
      const isStreamed = turns.some(({ http }) => http.firstTokenMs.length > 0);
      return [
        name,
        whole(mid(({ http }) => rate(http))),
        whole(mid(({ engine }) => rate(engine))),
        figure(median(ratios)),
        `${figure(Math.min(...ratios))}–${figure(Math.max(...ratios))}`,
        isStreamed ? figure(mid(({ http }) => http.tokens / http.pieces)) : "",
        whole(mid(({ http, serverCpuSeconds }) => (serverCpuSeconds / http.tokens) * 1e6)),
        whole(mid(({ engine }) => (engine.cpuSeconds / engine.tokens) * 1e6)),
      ];
    }),
    notes: [
      `A single stream has its first token after ${figure(first("http"))} ms, on the engine alone after ${figure(first("engine"))} ms (medians of ${firstTokens.length} turns; the difference within a turn is ${figure(median(firstTokens.map((one) => one.http - one.engine)))} ms).`,
      `A piece of ${manyStreams} streams costs the server ${whole(pieceMicroseconds(measured))} µs of processor time beyond those of its engine.`,
      `An open stream, one of ${manyStreams}, takes ${whole(streamBytes / 1000)} KB of the server's memory at most, the engine's keys and values included.`,
    ],
  };
}
