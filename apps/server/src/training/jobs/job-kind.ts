import type { JobWork, WorkContext } from "./job-work.ts";
import type { JobJournal } from "./job-journal-sql.ts";
import type { TrainingJob } from "./training-job.ts";

/** What a job of some kind is prepared from. */
export interface StoredJob {
  readonly job: TrainingJob;
  readonly journal: Pick<JobJournal, "keptData">;
}

/** The step that a job is held near to: one by its number, or so many before the one that the job starts from. */
export type StepReference = { readonly step: number } | { readonly lag: number };

/** One kind of job: reads the stored input, and makes the work of it. */
export interface JobKind {
  /**
   * Refuses a configuration that this kind of job cannot follow, before the job is stored.
   *
   * @throws UnfitRequest naming the option
   */
  refuse?(config: TrainingJob["config"]): void;
  /** The step that such a job needs beside the one that it starts from. */
  referenceOf?(config: TrainingJob["config"]): StepReference | undefined;
  prepare(stored: StoredJob, context: WorkContext): Promise<JobWork>;
}
