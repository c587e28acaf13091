import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serverPid } from "@heddle/contract/hostile/server-figures";
import { type Bench, freshFolder } from "../bench.ts";
import { figure, type Table } from "../report/table.ts";
import { median, quantile } from "../report/quantile.ts";
import { type Heddle, startHeddle } from "../server/heddle.ts";
import { type EndedJob, TrainedModel } from "../training/trained-model.ts";

/** A job whose server was killed once. */
interface KilledJob {
  readonly kind: Kind;
  /** Steps that the job had told when the server was killed, of all its steps. */
  readonly toldSteps: number;
  readonly steps: number;
  /** From the kill to the end of the job. */
  readonly seconds: number;
  readonly hasSameWeights: boolean;
  readonly hasSameEvents: boolean;
}

type Kind = "examples" | "reward";

export interface KillsReading {
  readonly wholeSeconds: Readonly<Record<Kind, number>>;
  readonly killed: readonly KilledJob[];
}

/** Kills a server at random moments of jobs, and compares what becomes of them with jobs that nobody disturbed. */
export async function measureTrainingKills(bench: Bench): Promise<KillsReading> {
  const dataDir = await freshFolder(bench);
  const heddle = await startHeddle({ dataDir, ownGroup: true });
  try {
    const jobs = await Jobs.prepare(heddle, bench.quick ? 80 : 800);
    const whole = {
      examples: await jobs.whole("examples"),
      reward: await jobs.whole("reward"),
    };
    const killed: KilledJob[] = [];
    for (let kill = 0; kill < (bench.quick ? 2 : 20); kill += 1) {
      const kind = kill % 2 === 0 ? "examples" : "reward";
      killed.push(await killedJob(dataDir, jobs, { kind, whole: whole[kind] }));
      bench.say(`kill ${kill + 1}: ${JSON.stringify(killed.at(-1))}`);
    }
    const wholeSeconds = { examples: whole.examples.seconds, reward: whole.reward.seconds };
    return { wholeSeconds, killed };
  } finally {
    await heddle.stop();
  }
}

/** Jobs of the same input, each for a model of its own. */
class Jobs {
  readonly #heddle: Heddle;
  readonly #url: string;
  readonly #groups: Parameters<TrainedModel["byReward"]>[0];

  private constructor(
    heddle: Heddle,
    url: string,
    groups: Parameters<TrainedModel["byReward"]>[0],
  ) {
    this.#heddle = heddle;
    this.#url = url;
    this.#groups = groups;
  }

  static async prepare(heddle: Heddle, lessons: number): Promise<Jobs> {
    const model = await TrainedModel.create(heddle);
    const { groups } = await model.rollouts(0, lessons / 8);
    return new Jobs(heddle, await model.upload(lessons), groups);
  }

  async model(): Promise<TrainedModel> {
    return await TrainedModel.create(this.#heddle);
  }

  start(model: TrainedModel, kind: Kind): Promise<string> {
    return kind === "examples" ? model.onExamples(this.#url) : model.byReward(this.#groups);
  }

  /** The second of two runs, because the first one loads what all others have. */
  async whole(kind: Kind): Promise<EndedJob> {
    const run = async (): Promise<EndedJob> => {
      const model = await this.model();
      return await model.whole(() => this.start(model, kind), 20);
    };
    await run();
    return await run();
  }
}

async function killedJob(
  dataDir: string,
  jobs: Jobs,
  { kind, whole }: { readonly kind: Kind; readonly whole: EndedJob },
): Promise<KilledJob> {
  const model = await jobs.model();
  const id = await jobs.start(model, kind);
  await model.taken(id, 1);
  await sleep(Math.random() * whole.seconds * 1000);
  const { completed_sequences: toldSteps, finished_at: endedAt } = await model.job(id);
  // It was faster than the one that was measured: this was no moment in the middle.
  if (endedAt !== null) return await killedJob(dataDir, jobs, { kind, whole });
  process.kill(serverPid(dataDir), "SIGKILL");
  const killedAt = performance.now();
  const job = await ended(model, id);
  const seconds = (performance.now() - killedAt) / 1000;
  const weights = await weightsOf(dataDir, model.id);
  return {
    kind,
    toldSteps,
    steps: whole.job.num_sequences ?? 0,
    seconds,
    hasSameWeights: weights === (await weightsOf(dataDir, whole.job.model_id)),
    hasSameEvents:
      job.status === "succeeded" &&
      job.step === 1 &&
      (await model.eventTypes(id)) === (await model.eventTypes(whole.job.id)),
  };
}

/** The job once it has ended; the server is starting meanwhile. */
async function ended(model: TrainedModel, id: string) {
  for (;;) {
    const job = await model.job(id).catch(() => undefined);
    if (job?.finished_at) return job;
    await sleep(50);
  }
}

/** A digest of the only weights that a model has published. */
async function weightsOf(dataDir: string, modelId: string): Promise<string> {
  const samplers = join(dataDir, "engine", modelId, "samplers");
  const versions = await readdir(samplers);
  if (versions.length !== 1) throw new Error(`${samplers} has ${versions.length} versions.`);
  const path = join(samplers, versions[0] ?? "", "adapter_model.safetensors");
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

export function trainingKillsTable({ wholeSeconds, killed }: KillsReading): Table {
  const kinds: Readonly<Record<Kind, string>> = { examples: "on examples", reward: "by reward" };
  return {
    name: "training-kills",
    columns: [
      "jobs",
      "kills",
      "steps told at the kill",
      "same weights",
      "same events",
      "from kill to end, s: median",
      "longest",
      "undisturbed, s",
    ],
    rows: (["examples", "reward"] as const).map((kind) => {
      const of = killed.filter((one) => one.kind === kind);
      const seconds = of.map((one) => one.seconds);
      const told = of.map(({ toldSteps }) => toldSteps).toSorted((one, other) => one - other);
      return [
        kinds[kind],
        String(of.length),
        `${told[0]}–${told.at(-1)} of ${of[0]?.steps}`,
        `${of.filter(({ hasSameWeights }) => hasSameWeights).length} of ${of.length}`,
        `${of.filter(({ hasSameEvents }) => hasSameEvents).length} of ${of.length}`,
        figure(median(seconds)),
        figure(quantile(seconds, 1)),
        figure(wholeSeconds[kind]),
      ];
    }),
  };
}
