import { randomUUID } from "node:crypto";
import { HeldRun, type HeldRunParts } from "./held-run.ts";
import { LeaseLost } from "./job-journal-sql.ts";
import { ServerStops } from "./job-outcome.ts";
import { claimJob, type Lease } from "./job-queue-sql.ts";
import type { JobMachine } from "./training-job.ts";

/** What the runner stands on. */
export interface JobRunnerOptions extends HeldRunParts {
  readonly machine: JobMachine;
  /** Jobs that run at once, each of another model. */
  readonly mostAtOnce: number;
  /** How often to look for jobs that nobody told of: those whose lease has run out, or that waited. */
  readonly lookEveryMs: number;
  /** Called after each run, whose states and weights may be no longer needed. */
  readonly onOver: () => void;
}

/**
 * Runs the training jobs of the queue. Several runners may share one queue: a job is claimed by one
 * of them, and when that one is gone its lease runs out, and another goes on.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #runs = new Map<HeldRun, Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | undefined;
  #mustLookAgain = false;
  #isClosed = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.wake(), options.lookEveryMs);
    this.#timer.unref();
    this.wake();
  }

  /** Looks for jobs: one has come, or a place is free. */
  wake(): void {
    this.#mustLookAgain = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  /** Stops the runs of jobs that have ended meanwhile: cancelled, or with their model. */
  ended(jobIds: readonly string[]): void {
    for (const run of this.#runs.keys()) {
      if (jobIds.includes(run.job.id)) run.stop(new LeaseLost());
    }
  }

  /** Whether the runner takes jobs. */
  get isOpen(): boolean {
    return !this.#isClosed;
  }

  /** Gives all jobs back, and resolves when the engine does nothing for them any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#looking;
    for (const run of this.#runs.keys()) run.stop(new ServerStops());
    await Promise.all(this.#runs.values());
  }

  async #look(): Promise<void> {
    const { log, mostAtOnce } = this.#options;
    try {
      while (this.#mustLookAgain) {
        this.#mustLookAgain = false;
        while (!this.#isClosed && this.#runs.size < mostAtOnce) {
          if (!(await this.#startNext())) break;
        }
      }
    } catch (err) {
      log.error({ err }, "the queue of training jobs cannot be read; trying again");
    }
  }

  async #startNext(): Promise<boolean> {
    const { records, machine, now, leaseMs, onOver } = this.#options;
    const at = now();
    const until = new Date(at.getTime() + leaseMs).toISOString();
    const lease: Lease = { id: randomUUID(), until };
    const job = await claimJob(records, { lease, now: at.toISOString(), machine });
    if (job === undefined) return false;
    const run = new HeldRun(this.#options, job, lease);
    this.#runs.set(run, this.#follow(run, this.#before(job.modelId), onOver));
    return true;
  }

  async #follow(run: HeldRun, before: Promise<void>, onOver: () => void): Promise<void> {
    await run.run(before);
    this.#runs.delete(run);
    onOver();
    this.wake();
  }

  /** A cancelled job frees its model for the next before its own run has let go of it. */
  async #before(modelId: string): Promise<void> {
    const others = [...this.#runs].filter(([run]) => run.job.modelId === modelId);
    await Promise.all(others.map(([, over]) => over));
  }
}
