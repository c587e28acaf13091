import type { ProjectId } from "../../access/project-id.ts";

/** How far a job is. */
export type JobStatus = "queued" | "running" | "succeeded" | "failed";

/** The kinds of jobs: training by reward, and on examples. */
export type JobKindName = "rl" | "sft";

/** What ran a job, so that somebody can run it again. */
export interface JobMachine {
  readonly engine: string;
  readonly serverVersion: string;
}

/** A training job, as it is recorded. */
export interface TrainingJob {
  readonly id: string;
  readonly modelId: string;
  readonly projectId: ProjectId;
  readonly entity: string;
  readonly project: string;
  readonly baseModel: string;
  readonly baseId: string;
  readonly kind: JobKindName;
  readonly status: JobStatus;
  /** Times are ISO-8601, UTC. */
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly inputDigest: string;
  /** As it was sent. */
  readonly config: Readonly<Record<string, unknown>> | null;
  readonly dataUrl: string | null;
  readonly dataDigest: string | null;
  readonly machine: JobMachine | null;
  readonly startStep: number | null;
  readonly startState: string | null;
  readonly startKind: string | null;
  /** Steps that were announced; null before. */
  readonly numSteps: number | null;
  /** Steps whose events are recorded. */
  readonly doneSteps: number;
  /** The checkpoint that it made. */
  readonly step: number | null;
  readonly error: string | null;
  /** What whoever sent it should know; empty until it has succeeded. */
  readonly warnings: readonly string[];
  /** How often it was claimed. */
  readonly claims: number;
  /** Claims since its state was last saved. */
  readonly setbacks: number;
  readonly savedState: string | null;
  readonly savedSteps: number;
}

/** The name under which a claim publishes the weights of its job. No two claims share one. */
export function samplerVersionOf({ id, claims }: Pick<TrainingJob, "id" | "claims">): string {
  return `${id}-${claims}`;
}
