import { setTimeout as sleep } from "node:timers/promises";
import type { Training } from "@heddle/types";
import { heddleCommand } from "../../config/heddle-command.ts";
import type { Io } from "../io.ts";
import { duration, JobProgress } from "./job-progress.ts";
import { type JobReader, NoAnswer } from "./job-reader.ts";
import type { Screen } from "./screen.ts";
import { ownMetrics, rewardsOf, shortNumber } from "./step-metrics.ts";

/** How often to look, and how long to wait for a server that is gone. */
export interface WatchTimes {
  readonly everyMs: number;
  readonly patienceMs: number;
}

/** A server that is started anew is back by then. */
const watchTimes: WatchTimes = { everyMs: 1_000, patienceMs: 120_000 };

/** What a shell says of a program that Ctrl-C ended. */
const interruptedStatus = 130;

/**
 * Follows a job until it ends. A person sees a line that changes; a pipe gets a line for each event.
 *
 * @returns the exit status: 0 for a job that succeeded, 1 for one that failed
 * @throws ConfigError for an unknown job, and NoAnswer if the server stays away
 */
export async function watchJob(
  id: string,
  reader: JobReader,
  { io, screen }: { readonly io: Io; readonly screen: Screen },
  times: WatchTimes = watchTimes,
): Promise<number> {
  const stopping = new AbortController();
  const release = screen.onInterrupt(() => stopping.abort());
  try {
    return await new Watch(id, reader, { io, screen }, times, stopping.signal).run();
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    io.err(`The job goes on. ${heddleCommand("train watch")} ${id} follows it again.`);
    return interruptedStatus;
  } finally {
    screen.status(undefined);
    release();
  }
}

class Watch {
  readonly #id: string;
  readonly #reader: JobReader;
  readonly #io: Io;
  readonly #screen: Screen;
  readonly #times: WatchTimes;
  readonly #signal: AbortSignal;
  #answeredAtMs = performance.now();
  #steps = 0;

  constructor(
    id: string,
    reader: JobReader,
    { io, screen }: { readonly io: Io; readonly screen: Screen },
    times: WatchTimes,
    signal: AbortSignal,
  ) {
    [this.#id, this.#reader, this.#io, this.#screen] = [id, reader, io, screen];
    [this.#times, this.#signal] = [times, signal];
  }

  async run(): Promise<number> {
    const job = await this.#reader.job(this.#id, this.#signal);
    const how = job.type === "rl" ? "by reward" : "on examples";
    const leaving = this.#screen.isInteractive ? ". Ctrl-C stops watching; the job goes on." : "";
    const model = await this.#patiently(() => this.#reader.modelName(job.model_id, this.#signal));
    this.#io.out(`Job ${job.id}: trains ${model} ${how}, ${job.status}${leaving}`);
    const progress = new JobProgress(job.type, () => performance.now());
    for (let after: string | undefined; ;) {
      const events = await this.#patiently(() =>
        this.#reader.events(this.#id, after, this.#signal),
      );
      progress.add(events);
      after = events.at(-1)?.id ?? after;
      for (const event of events) this.#tell(event);
      const last = events.at(-1);
      if (last?.type === "training_ended") return await this.#ended(last.data.step);
      if (last?.type === "training_failed") return this.#failed(last.data.error_message);
      // They stay as they are from the start of the job on.
      const hasStarted = events[0]?.type === "training_started";
      if (hasStarted && job.type === "rl") progress.rewards = await this.#rewards();
      this.#screen.status(progress.line(this.#screen.columns));
      await sleep(this.#times.everyMs, undefined, { signal: this.#signal });
    }
  }

  /** Tries again where the server does not answer: it goes on with its jobs when it is back. */
  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const answer = await ask();
        this.#answeredAtMs = performance.now();
        return answer;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        if (performance.now() - this.#answeredAtMs > this.#times.patienceMs) {
          throw new NoAnswer(`${error.message} The job goes on when its server is back.`);
        }
        this.#screen.status(`${error.message} Trying again …`);
        await sleep(this.#times.everyMs, undefined, { signal: this.#signal });
      }
    }
  }

  /** The rewards of the model's steps up to the one that the job starts from. */
  async #rewards(): Promise<readonly number[]> {
    const { model_id, recipe } = await this.#patiently(() =>
      this.#reader.job(this.#id, this.#signal),
    );
    const points = await this.#patiently(() => this.#reader.rewards(model_id, this.#signal));
    return rewardsOf(points, recipe.start_step ?? Infinity).map(({ reward }) => reward);
  }

  #tell({ type, data }: Training.TrainingEvent): void {
    if (this.#screen.isInteractive) return;
    if (type === "training_started") this.#io.out(`started, ${data.num_sequences} steps`);
    if (type !== "gradient_step") return;
    this.#steps += 1;
    const metrics = Object.entries(ownMetrics(data)).map(
      ([name, value]) => `${name} ${shortNumber(value)}`,
    );
    this.#io.out(`step ${this.#steps}: ${metrics.join(", ")}`);
  }

  async #ended(step: number): Promise<number> {
    const job = await this.#patiently(() => this.#reader.job(this.#id, this.#signal));
    this.#screen.status(undefined);
    const took = secondsOf(job);
    const reward = job.type === "rl" ? (await this.#rewards()).at(-1) : undefined;
    const after = took === undefined ? "" : ` in ${duration(took)}`;
    const rewarded =
      reward === undefined ? "" : ` The mean reward that it trained on was ${shortNumber(reward)}.`;
    const steps = `${job.completed_sequences} gradient steps`;
    this.#io.out(`Succeeded: the model has step ${step}, after ${steps}${after}.${rewarded}`);
    for (const warning of job.warnings) this.#io.out(`Warning: ${warning}`);
    return 0;
  }

  #failed(message: string): number {
    this.#screen.status(undefined);
    this.#io.err(`Failed: ${message}`);
    return 1;
  }
}

/** How long a job has run, once it has ended. */
export function secondsOf({ started_at, finished_at }: Training.TrainingJob): number | undefined {
  if (started_at === null || finished_at === null) return undefined;
  return (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
}
