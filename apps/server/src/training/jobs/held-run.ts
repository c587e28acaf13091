import type { Logger } from "../../http/log.ts";
import { markRetiredUnused } from "../checkpoints/retired-samplers-sql.ts";
import { markUnswept } from "../states/training-states-sql.ts";
import { JobJournal, LeaseLost } from "./job-journal-sql.ts";
import type { JobKinds } from "./job-kinds.ts";
import { type JobOutcome, mostSetbacks, outcomeOf } from "./job-outcome.ts";
import { type Lease, releaseJob, renewLease } from "./job-queue-sql.ts";
import { JobRun, type JobRunParts } from "./job-run.ts";
import { JobFailure } from "./job-work.ts";
import { samplerVersionOf, type TrainingJob } from "./training-job.ts";
import { failJobs } from "./unfinished-jobs-sql.ts";

/** What a run under a lease stands on. */
export interface HeldRunParts extends JobRunParts {
  readonly kinds: JobKinds;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  readonly leaseMs: number;
  readonly now: () => Date;
}

/** One claim of a job: renews its lease while it runs, and decides what becomes of it. */
export class HeldRun {
  readonly job: TrainingJob;
  readonly #parts: HeldRunParts;
  readonly #lease: Lease;
  readonly #stop = new AbortController();

  constructor(parts: HeldRunParts, job: TrainingJob, lease: Lease) {
    this.#parts = parts;
    this.job = job;
    this.#lease = lease;
  }

  /** Stops the run; `reason` says what becomes of the job. */
  stop(reason: Error): void {
    this.#stop.abort(reason);
  }

  /** Runs the job after another run of its model, and settles what becomes of it. Never rejects. */
  async run(before: Promise<void>): Promise<void> {
    const { records, log, leaseMs, now } = this.#parts;
    const { id, modelId } = this.job;
    const journal = new JobJournal(records, { id, modelId, leaseId: this.#lease.id }, now);
    const run = new JobRun(this.#parts, this.job, journal, this.#stop.signal);
    const renewal = setInterval(() => void this.#renew(), leaseMs / 3);
    try {
      await before;
      await this.#work(run);
      log.info({ job: id, model: modelId }, "a training job has succeeded");
    } catch (error) {
      // A call that was stopped fails in its own way; the reason of the stop says why.
      const cause: unknown = this.#stop.signal.aborted ? this.#stop.signal.reason : error;
      await this.#settle(cause, run).catch((err: unknown) =>
        // The lease runs out, and then the job is claimed again.
        log.error({ err, job: id }, "a training job cannot be given back"),
      );
    } finally {
      clearInterval(renewal);
    }
  }

  async #work(run: JobRun): Promise<void> {
    const { kind, setbacks } = this.job;
    this.#stop.signal.throwIfAborted();
    if (setbacks > mostSetbacks) {
      throw new JobFailure(`The job was cut off ${mostSetbacks} times without getting further.`);
    }
    await run.run(this.#parts.kinds.of(kind));
  }

  async #settle(cause: unknown, { hasBegun, setbacks }: JobRun): Promise<void> {
    const { records, log, now } = this.#parts;
    const { id: jobId, modelId } = this.job;
    const outcome = outcomeOf(cause, setbacks);
    const leaseId = this.#lease.id;
    this.#tell(outcome, cause);
    if (outcome.kind === "fails") {
      const { message } = outcome;
      await records.transaction((tx) => failJobs(tx, { jobId, leaseId }, message, now()));
    } else if (outcome.kind === "returns") {
      const { afterMs, isSetback } = outcome;
      const notBefore = new Date(now().getTime() + afterMs).toISOString();
      await releaseJob(records, { jobId, leaseId, notBefore, isSetback, hasBegun });
    }
    // The engine may have what no row tells of: weights without a checkpoint, a state half told.
    await records.transaction(async (tx) => {
      await markRetiredUnused(tx, modelId, samplerVersionOf(this.job));
      await markUnswept(tx, modelId);
    });
    log.info({ job: jobId, outcome: outcome.kind }, "the run of a training job is over");
  }

  #tell(outcome: JobOutcome, err: unknown): void {
    const { log } = this.#parts;
    const { id: job } = this.job;
    if (err instanceof JobFailure || outcome.kind === "gone") return;
    if (outcome.kind === "fails") log.error({ err, job }, "a training job has failed");
    else if (outcome.isSetback) log.warn({ err, job }, "a training job was cut off");
  }

  async #renew(): Promise<void> {
    const { records, log, leaseMs, now } = this.#parts;
    const until = new Date(now().getTime() + leaseMs).toISOString();
    try {
      const isOurs = await renewLease(records, this.job.id, { id: this.#lease.id, until });
      if (!isOurs) this.#stop.abort(new LeaseLost());
    } catch (err) {
      log.warn({ err, job: this.job.id }, "the lease of a training job was not renewed");
    }
  }
}
