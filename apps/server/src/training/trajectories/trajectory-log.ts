import type { Training } from "@heddle/types";
import type { RequestProjects } from "../../access/request-projects.ts";
import type { Blobs } from "../../store/blobs/blobs.ts";
import type { Records } from "../../store/records/records.ts";
import { CheckpointsStore } from "../checkpoints/checkpoints-sql.ts";
import { ModelNotFound } from "../model-not-found.ts";
import { ModelsStore } from "../models/models-sql.ts";
import { keepAnswer, keptAnswer, type Repeatable } from "../repeats/kept-answers-sql.ts";
import { FileIndex } from "./file-index.ts";
import { keepTrajectories } from "./keep-trajectories-sql.ts";
import { logMetrics, mergedMetrics } from "./log-metrics.ts";
import { refuseManyGroups } from "./too-many-groups.ts";
import { trajectoryLines } from "./trajectory-lines.ts";
import type { TrajectoryTraces } from "./trajectory-traces.ts";

/** What the log of trajectories stands on. */
export interface TrajectoryLogOptions {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly traces: TrajectoryTraces;
  readonly now?: () => Date;
}

/** Trajectories to log. */
export interface LogRequest {
  readonly modelId: string;
  readonly split: string;
  readonly groups: readonly Training.TrajectoryGroup[];
  /** Who sends them. */
  readonly userName: string;
  readonly idempotencyKey: string | undefined;
}

/** What was added, and to which step. */
export interface LogResult {
  readonly step: number;
  readonly metrics: Readonly<Record<string, number>>;
}

/** Keeps trajectories as files, and their averages with the newest checkpoint of the model. */
export class TrajectoryLog {
  readonly #records: Records;
  readonly #blobs: Blobs;
  readonly #traces: TrajectoryTraces;
  readonly #models: ModelsStore;
  readonly #checkpoints: CheckpointsStore;
  readonly #now: () => Date;

  constructor({ records, blobs, traces, now }: TrajectoryLogOptions) {
    this.#records = records;
    this.#blobs = blobs;
    this.#traces = traces;
    this.#models = new ModelsStore(records);
    this.#checkpoints = new CheckpointsStore(records);
    this.#now = now ?? (() => new Date());
  }

  /**
   * Logs trajectories; no groups log nothing. Where every checkpoint was deleted, the untrained model
   * answers, so they count for step 0, and the file alone keeps their averages.
   *
   * @throws ModelNotFound, TooManyGroups, TooManyMetrics, KeyReused, DiskFull, Cancelled
   */
  async log(
    projects: RequestProjects,
    { modelId, split, groups, userName, idempotencyKey: key }: LogRequest,
    signal: AbortSignal,
  ): Promise<LogResult> {
    const model = await this.#models.withId(modelId, signal);
    if (model === undefined) throw new ModelNotFound();
    const { id: project } = projects.writable(`${model.entity}/${model.project}`);
    const newest = await this.#checkpoints.newest(modelId, signal);
    if (groups.length === 0) return { step: newest?.step ?? 0, metrics: {} };
    refuseManyGroups(groups);
    const metrics = logMetrics(split, groups);
    // Refuses too many before the file is written; they are counted again when they are added.
    mergedMetrics(newest?.metrics ?? {}, metrics);
    const maxBytes = Number.MAX_SAFE_INTEGER;
    const index = new FileIndex();
    const lines = trajectoryLines(split, groups, index);
    const staged = await this.#blobs.stage(lines, { maxBytes, signal });
    try {
      const { digest, size: sizeBytes } = staged;
      const repeatable: Repeatable = { scope: modelId, key, bodyDigest: digest };
      const now = this.#now();
      await staged.commit();
      const logged = await this.#records.transaction(async (tx) => {
        const answer = await keptAnswer(tx, project, repeatable, now);
        if (answer !== undefined) return answer as LogResult;
        const createdAt = now.toISOString();
        const file = { split, digest, sizeBytes, metrics, parts: index.parts(), jobId: null };
        const kept = { ...file, model, userName, createdAt };
        const step = await keepTrajectories(tx, this.#traces, kept);
        await keepAnswer(tx, project, repeatable, { step, metrics }, now);
        return { step, metrics };
      });
      this.#traces.begin();
      return logged;
    } catch (error) {
      await staged.discard();
      throw error;
    }
  }
}
