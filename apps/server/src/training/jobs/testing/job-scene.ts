import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedEngine, openEmbeddedEngine } from "@heddle/engine";
import { completionDatum } from "@heddle/engine/losses";
import { type OpenedRecords, openRecords } from "../../../store/records/records.ts";
import { until } from "../../../store/traces/testing/until.ts";
import { Checkpoints } from "../../checkpoints/checkpoints.ts";
import type { TrainedModel } from "../../models/trained-model.ts";
import { JobKinds } from "../job-kinds.ts";
import { JobRunner, type JobRunnerOptions } from "../job-runner.ts";
import type { JobWork, WorkContext } from "../job-work.ts";
import type { JobEvent } from "../job-events-sql.ts";
import { TrainingJobs } from "../training-jobs.ts";
import type { TrainingJob } from "../training-job.ts";
import { QueueScene } from "./queue-scene.ts";

/** Called before each step of each job. */
type BeforeStep = (job: TrainingJob, index: number, context: WorkContext) => Promise<void> | void;

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Records, an engine and runners, without a server around them. */
export class JobScene implements AsyncDisposable {
  readonly #folder: string;
  readonly engine: EmbeddedEngine;
  readonly #queue: QueueScene;
  readonly checkpoints: Checkpoints;
  readonly #runners: { readonly runner: JobRunner; readonly records: OpenedRecords }[] = [];
  /** Steps that jobs take. */
  steps: number = 6;
  beforeStep: BeforeStep = () => {};
  /** How often a job was prepared, by its id. */
  readonly prepared: Map<string, number> = new Map();

  private constructor(folder: string, engine: EmbeddedEngine, queue: QueueScene) {
    this.#folder = folder;
    this.engine = engine;
    this.#queue = queue;
    this.checkpoints = new Checkpoints({ records: queue.records, onRetired: () => {} });
  }

  static async open(): Promise<JobScene> {
    const folder = await mkdtemp(join(tmpdir(), "heddle-jobs-"));
    const [engine, queue] = await Promise.all([
      openEmbeddedEngine({ directory: join(folder, "engine"), threads: 1 }),
      QueueScene.open(),
    ]);
    return new JobScene(folder, engine, queue);
  }

  get records(): OpenedRecords {
    return this.#queue.records;
  }

  /** Starts a runner; each has a connection of its own, as one of another process would. */
  async runner(options: Partial<JobRunnerOptions> = {}): Promise<JobRunner> {
    const records = await openRecords({ file: this.#queue.file });
    const runner = new JobRunner({
      records,
      engine: this.engine,
      checkpoints: new Checkpoints({ records, onRetired: () => {} }),
      kinds: new JobKinds({ sft: { prepare: ({ job }) => this.#work(job) } }),
      log: silent,
      leaseMs: 60_000,
      lookEveryMs: 20,
      saveEveryMs: 60_000,
      mostAtOnce: 2,
      machine: { engine: "embedded", serverVersion: "0.0.0" },
      onOver: () => {},
      now: () => new Date(),
      nowMs: () => performance.now(),
      ...options,
    });
    this.#runners.push({ runner, records });
    return runner;
  }

  /** The jobs as a server's handlers know them. */
  jobs(runner: JobRunner): TrainingJobs {
    const onEnded = (ids: readonly string[]): void => runner.ended(ids);
    return new TrainingJobs({ records: this.records, onEnded, now: () => new Date() });
  }

  async model(name: string): Promise<TrainedModel> {
    return await this.#queue.model(name);
  }

  /** Puts a job into the queue; who runs it notices by itself. Returns its id. */
  async queue(model: TrainedModel): Promise<string> {
    return await this.#queue.queue(model);
  }

  async read(id: string): Promise<TrainingJob> {
    return await this.#queue.read(id);
  }

  async events(id: string): Promise<readonly JobEvent[]> {
    return await this.#queue.events(id);
  }

  /** The job, once it has ended. */
  async ended(id: string): Promise<TrainingJob> {
    await until(async () => (await this.read(id)).finishedAt !== null);
    return await this.read(id);
  }

  /** The bytes of the newest weights of a model. */
  async weights(modelId: string): Promise<Buffer> {
    const [newest] = await this.checkpoints.list(
      modelId,
      { after: undefined, limit: 1, order: "desc" },
      new AbortController().signal,
    );
    const folder = join(this.#folder, "engine", modelId, "samplers", newest?.samplerVersion ?? "");
    return await readFile(join(folder, "adapter_model.safetensors"));
  }

  /** The published weights of a model that are on disk. */
  async samplersOnDisk(modelId: string): Promise<readonly string[]> {
    return await readdir(join(this.#folder, "engine", modelId, "samplers"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { runner, records } of this.#runners) {
      await runner.close();
      await records.close();
    }
    await this.engine.shutdown();
    await this.#queue[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** A small real job: each step learns two more words. */
  async #work(job: TrainingJob): Promise<JobWork> {
    this.prepared.set(job.id, (this.prepared.get(job.id) ?? 0) + 1);
    const text = this.engine.text("heddle/loom");
    const prompt = await text.encode("one two three");
    const answers = ["four five", "six seven", "eight nine"];
    const data = await Promise.all(
      answers.map(async (answer) => completionDatum(prompt, await text.encode(answer))),
    );
    return {
      sequences: this.steps,
      steps: this.steps,
      takeStep: async (index, context) => {
        await this.beforeStep(job, index, context);
        const { engine, handle, signal } = context;
        const datum = data[index % data.length]!;
        const found = await engine.accumulate(
          handle,
          [datum],
          { name: "cross_entropy" },
          { signal },
        );
        const { step } = await engine.step(handle, { learningRate: 0.01 }, { signal });
        return { loss: found.metrics["loss:sum"] ?? Number.NaN, step };
      },
      summary: (steps) => ({ steps: steps.length, last: steps.at(-1)?.["step"] ?? 0 }),
    };
  }
}
