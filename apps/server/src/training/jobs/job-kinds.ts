import type { JobKind, StepReference } from "./job-kind.ts";
import { JobFailure } from "./job-work.ts";
import type { JobKindName, TrainingJob } from "./training-job.ts";

/** The kinds of jobs that this server runs. */
export class JobKinds {
  readonly #kinds: ReadonlyMap<string, JobKind>;

  constructor(kinds: Partial<Record<JobKindName, JobKind>>) {
    this.#kinds = new Map(Object.entries(kinds));
  }

  /**
   * Refuses a configuration that a kind of job cannot follow.
   *
   * @throws UnfitRequest
   */
  refuse(name: JobKindName, config: TrainingJob["config"]): void {
    this.#kinds.get(name)?.refuse?.(config);
  }

  /** The step that a job needs beside the one that it starts from. */
  referenceOf(name: JobKindName, config: TrainingJob["config"]): StepReference | undefined {
    return this.#kinds.get(name)?.referenceOf?.(config);
  }

  /** @throws JobFailure if jobs of this kind cannot be run */
  of(name: JobKindName): JobKind {
    const kind = this.#kinds.get(name);
    if (kind === undefined) {
      throw new JobFailure(`This server runs no training jobs of the kind ${name} yet.`);
    }
    return kind;
  }
}
