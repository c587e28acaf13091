import { type Bench, freshFolder } from "../bench.ts";
import { type Heddle, startHeddle } from "../server/heddle.ts";
import { cpuSeconds } from "../server/process-figures.ts";
import { type BareRun, type BareTrainer, startBareTrainer } from "./bare-order.ts";
import { batchSize } from "./lessons.ts";
import { TrainedModel } from "./trained-model.ts";

/** The same job through the server and on the engine alone, one right after the other. */
export interface CostTurn {
  readonly server: BareRun;
  readonly engine: BareRun;
}

export interface CostReading {
  /** Jobs on examples; the steps of each. */
  readonly examples: { readonly steps: number; readonly turns: readonly CostTurn[] };
  /** Jobs by reward, on 8 answers to each of 8 questions. */
  readonly reward: readonly CostTurn[];
  /** From the end of such a job to the first token of the step that it made, in ms. */
  readonly firstTokenMs: readonly number[];
}

/** Measures what the service adds to the engine's work, in turns with the engine alone. */
export async function measureCost(bench: Bench): Promise<CostReading> {
  const heddle = await startHeddle({ dataDir: await freshFolder(bench) });
  const engine = await startBareTrainer(await freshFolder(bench));
  try {
    const sides = new Sides(heddle, engine);
    // The first jobs of both load what all others have.
    await sides.onExamples(8);
    await sides.byReward(0);
    const steps = await sides.stepsOf(bench.quick ? 2 : 28);
    bench.say(`jobs of ${steps} steps`);
    const examples: CostTurn[] = [];
    for (let turn = 0; turn < (bench.quick ? 1 : 5); turn += 1) {
      examples.push(await sides.onExamples(steps));
    }
    bench.say("jobs by reward");
    const reward: CostTurn[] = [];
    const firstTokenMs: number[] = [];
    for (let turn = 1; turn <= (bench.quick ? 4 : 20); turn += 1) {
      const { firstMs, ...costs } = await sides.byReward(turn);
      reward.push(costs);
      firstTokenMs.push(firstMs);
    }
    return { examples: { steps, turns: examples }, reward, firstTokenMs };
  } finally {
    await engine.close();
    await heddle.stop();
  }
}

/** Both sides, each of which goes first every other time. */
class Sides {
  readonly #heddle: Heddle;
  readonly #engine: BareTrainer;
  #turns = 0;

  constructor(heddle: Heddle, engine: BareTrainer) {
    this.#heddle = heddle;
    this.#engine = engine;
  }

  /** How many steps take the engine so many seconds. */
  async stepsOf(seconds: number): Promise<number> {
    const steps = 25;
    const run = await this.#engine.run({ kind: "examples", lessons: steps * batchSize });
    return Math.ceil((seconds / run.seconds) * steps);
  }

  async onExamples(steps: number): Promise<CostTurn> {
    const lessons = steps * batchSize;
    const model = await TrainedModel.create(this.#heddle);
    const url = await model.upload(lessons);
    return await this.#turn(
      async () => {
        const { seconds, job } = await model.whole(() => model.onExamples(url), 50);
        const tokens = (await model.stepTokens(job.id)).reduce((sum, one) => sum + one, 0);
        return { seconds, tokens };
      },
      () => this.#engine.run({ kind: "examples", lessons }),
    );
  }

  async byReward(turn: number): Promise<CostTurn & { readonly firstMs: number }> {
    const model = await TrainedModel.create(this.#heddle);
    const { groups, row } = await model.rollouts(turn * 8);
    const tokens = row.reduce((sum, one) => sum + one.prompt.length + one.completion.length - 1, 0);
    let firstMs = 0;
    const costs = await this.#turn(
      async () => {
        const { seconds } = await model.whole(() => model.byReward(groups), 5);
        firstMs = await model.firstTokenMs(turn);
        return { seconds, tokens };
      },
      () => this.#engine.run({ kind: "reward", row }),
    );
    return { ...costs, firstMs };
  }

  async #turn(
    ask: () => Promise<Omit<BareRun, "cpuSeconds">>,
    alone: () => Promise<BareRun>,
  ): Promise<CostTurn> {
    this.#turns += 1;
    const early = this.#turns % 2 === 0 ? await alone() : undefined;
    const before = cpuSeconds(this.#heddle.pid);
    const run = await ask();
    const server = { ...run, cpuSeconds: cpuSeconds(this.#heddle.pid) - before };
    return { server, engine: early ?? (await alone()) };
  }
}
