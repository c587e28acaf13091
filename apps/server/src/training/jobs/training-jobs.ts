import type { Records } from "../../store/records/records.ts";
import { Missing } from "../../refusals/refusal.ts";
import { CursorNotFound } from "../pages/cursor-not-found.ts";
import { eventPosition, eventsOf, type JobEvent } from "./job-events-sql.ts";
import { type JobsOf, JobsStore } from "./jobs-sql.ts";
import type { TrainingJob } from "./training-job.ts";
import { failJobs } from "./unfinished-jobs-sql.ts";

/** What jobs stand on. */
export interface TrainingJobsOptions {
  readonly records: Records;
  /** Called with the ids of jobs that have ended, so that their runs stop. */
  readonly onEnded: (jobIds: readonly string[]) => void;
  readonly now: () => Date;
}

/** A page of a list of jobs. */
export interface JobPage {
  /** The id of the last job of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly order: "asc" | "desc";
}

/** A page of the events of a job. */
export type EventPage = Omit<JobPage, "order">;

/** No job has this id, or it is another entity's: the message does not say which. */
export class JobNotFound extends Missing {
  constructor() {
    super("Training job not found");
  }
}

/** Training jobs of all kinds, and what happened in them. */
export class TrainingJobs {
  readonly #options: TrainingJobsOptions;
  readonly #store: JobsStore;

  constructor(options: TrainingJobsOptions) {
    this.#options = options;
    this.#store = new JobsStore(options.records);
  }

  /**
   * The job with an id. The kit has checked that the sender may see it.
   *
   * @throws JobNotFound
   */
  async read(id: string, signal: AbortSignal): Promise<TrainingJob> {
    const job = await this.#store.withId(id, signal);
    if (job === undefined) throw new JobNotFound();
    return job;
  }

  /** `entity/project` of a job; undefined if nothing has this id. */
  async projectOf(id: string): Promise<string | undefined> {
    const job = await this.#store.withId(id, undefined);
    return job && `${job.entity}/${job.project}`;
  }

  /**
   * Jobs by creation, one more than `limit` if there are more.
   *
   * @throws CursorNotFound
   */
  async list(
    of: JobsOf,
    { after: id, limit, order }: JobPage,
    signal: AbortSignal,
  ): Promise<readonly TrainingJob[]> {
    const after = id === undefined ? undefined : await this.#store.withId(id, signal);
    if (id !== undefined && (after === undefined || !isOf(of, after))) {
      throw new CursorNotFound("training job");
    }
    return await this.#store.list(of, { after, limit: limit + 1, order }, signal);
  }

  /**
   * The events of a job in their order, one more than `limit` if there are more.
   *
   * @throws CursorNotFound, JobNotFound
   */
  async events(
    jobId: string,
    { after: id, limit }: EventPage,
    signal: AbortSignal,
  ): Promise<readonly JobEvent[]> {
    await this.read(jobId, signal);
    const db = this.#options.records.reading(signal);
    const after = id === undefined ? -1 : await eventPosition(db, jobId, id);
    if (after === undefined) throw new CursorNotFound("event");
    return await eventsOf(db, jobId, { after, limit: limit + 1 });
  }

  /**
   * Ends a job that waits or runs. One that has ended stays as it is.
   *
   * @throws JobNotFound
   */
  async cancel(jobId: string, signal: AbortSignal): Promise<TrainingJob> {
    await this.read(jobId, signal);
    const { records, onEnded, now } = this.#options;
    const ended = await records.transaction((tx) =>
      failJobs(tx, { jobId }, "The job was cancelled.", now()),
    );
    onEnded(ended);
    return await this.read(jobId, signal);
  }
}

/** Without the state of the job, which changes between two pages. */
function isOf({ entity, projectId, modelId }: JobsOf, job: TrainingJob): boolean {
  const isOfProject = projectId === undefined || job.projectId === projectId;
  const isOfModel = modelId === undefined || job.modelId === modelId;
  return job.entity === entity && isOfProject && isOfModel;
}
