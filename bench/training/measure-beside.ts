import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, freshFolder } from "../bench.ts";
import { startHeddle } from "../server/heddle.ts";
import { batchSize } from "./lessons.ts";
import { TrainedModel } from "./trained-model.ts";

/** Chat beside some jobs, and these jobs beside chat. */
export interface BesideReading {
  readonly jobs: number;
  readonly firstTokenMs: readonly number[];
  readonly rolloutsPerSecond: number;
  /** Steps and tokens a second of all jobs together while nobody chats, and while there are rollouts. */
  readonly alone: Pace | undefined;
  readonly beside: Pace | undefined;
}

interface Pace {
  readonly steps: number;
  readonly tokens: number;
}

/** Measures how chat and training slow each other down, with no job, one and two. */
export async function measureBeside(bench: Bench): Promise<readonly BesideReading[]> {
  const heddle = await startHeddle({ dataDir: await freshFolder(bench) });
  try {
    const asked = await TrainedModel.create(heddle);
    // More steps than a job is let take.
    const url = await asked.upload((bench.quick ? 500 : 5_000) * batchSize);
    const running: Running[] = [];
    const readings: BesideReading[] = [];
    for (const jobs of [0, 1, 2]) {
      while (running.length < jobs) running.push(await Running.start(heddle, url));
      bench.say(`${jobs} jobs`);
      readings.push(await besideJobs(asked, running, bench));
    }
    for (const job of running) await job.cancel();
    return readings;
  } finally {
    await heddle.stop();
  }
}

/** A job that trains for as long as it is let. */
class Running {
  readonly #model: TrainedModel;
  readonly #id: string;

  private constructor(model: TrainedModel, id: string) {
    this.#model = model;
    this.#id = id;
  }

  static async start(heddle: Parameters<typeof TrainedModel.create>[0], url: string) {
    const model = await TrainedModel.create(heddle);
    const id = await model.onExamples(url);
    await model.taken(id, 1);
    return new Running(model, id);
  }

  async taken(): Promise<number> {
    const { status, completed_sequences: taken } = await this.#model.job(this.#id);
    if (status !== "running") throw new Error("A job ended while it was measured.");
    return taken;
  }

  /** The tokens of the first steps; all steps are alike. */
  async tokensOfStep(): Promise<number> {
    const tokens = (await this.#model.stepTokens(this.#id)).slice(0, 100);
    return tokens.reduce((sum, one) => sum + one, 0) / tokens.length;
  }

  cancel(): Promise<void> {
    return this.#model.cancel(this.#id);
  }
}

async function besideJobs(
  asked: TrainedModel,
  running: readonly Running[],
  { quick }: Bench,
): Promise<BesideReading> {
  const alone = await paceOf(running, () => sleep(quick ? 500 : 10_000));
  const firstTokenMs: number[] = [];
  for (let turn = 0; turn < (quick ? 5 : 200); turn += 1) {
    firstTokenMs.push(await asked.firstTokenMs(running.length * 1_000 + turn));
  }
  const rounds = quick ? 1 : 20;
  const questions = quick ? 2 : 8;
  let seconds = 0;
  const beside = await paceOf(running, async () => {
    const startedAt = performance.now();
    for (let round = 0; round < rounds; round += 1)
      await asked.rollouts(round * questions, questions);
    seconds = (performance.now() - startedAt) / 1000;
  });
  return {
    jobs: running.length,
    firstTokenMs,
    rolloutsPerSecond: (rounds * questions * 8) / seconds,
    alone,
    beside,
  };
}

/** How fast jobs get on while some work is done; undefined without jobs. */
async function paceOf(
  running: readonly Running[],
  work: () => Promise<void>,
): Promise<Pace | undefined> {
  const taken = async (): Promise<number> =>
    (await Promise.all(running.map((job) => job.taken()))).reduce((sum, one) => sum + one, 0);
  const before = await taken();
  const startedAt = performance.now();
  await work();
  const steps = (((await taken()) - before) / (performance.now() - startedAt)) * 1000;
  const [first] = running;
  return first && { steps, tokens: steps * (await first.tokensOfStep()) };
}
