import { randomUUID } from "node:crypto";
import type { Training } from "@heddle/types";
import type { RequestProjects } from "../../access/request-projects.ts";
import type { Blobs } from "../../store/blobs/blobs.ts";
import type { Records } from "../../store/records/records.ts";
import { CheckpointsStore } from "../checkpoints/checkpoints-sql.ts";
import { ModelNotFound } from "../model-not-found.ts";
import { ModelsStore } from "../models/models-sql.ts";
import { keepAnswer, keptAnswer, type Repeatable } from "../repeats/kept-answers-sql.ts";
import { logMetrics, mergedMetrics } from "./log-metrics.ts";
import { addMetrics, insertTrajectoryFile } from "./trajectory-files-sql.ts";
import { trajectoryLines } from "./trajectory-lines.ts";

/** What the log of trajectories stands on. */
export interface TrajectoryLogOptions {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly now?: () => Date;
}

/** Trajectories to log. */
export interface LogRequest {
  readonly modelId: string;
  readonly split: string;
  readonly groups: readonly Training.TrajectoryGroup[];
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
  readonly #models: ModelsStore;
  readonly #checkpoints: CheckpointsStore;
  readonly #now: () => Date;

  constructor({ records, blobs, now }: TrajectoryLogOptions) {
    this.#records = records;
    this.#blobs = blobs;
    this.#models = new ModelsStore(records);
    this.#checkpoints = new CheckpointsStore(records);
    this.#now = now ?? (() => new Date());
  }

  /**
   * Logs trajectories; no groups log nothing. Where every checkpoint was deleted, the untrained model
   * answers, so they count for step 0, and the file alone keeps their averages.
   *
   * @throws ModelNotFound, TooManyMetrics, KeyReused, DiskFull, Cancelled
   */
  async log(
    projects: RequestProjects,
    { modelId, split, groups, idempotencyKey: key }: LogRequest,
    signal: AbortSignal,
  ): Promise<LogResult> {
    const model = await this.#models.withId(modelId, signal);
    if (model === undefined) throw new ModelNotFound();
    const { id: project } = projects.writable(`${model.entity}/${model.project}`);
    const newest = await this.#checkpoints.newest(modelId, signal);
    if (groups.length === 0) return { step: newest?.step ?? 0, metrics: {} };
    const metrics = logMetrics(split, groups);
    // Refuses too many before the file is written; they are counted again when they are added.
    mergedMetrics(newest?.metrics ?? {}, metrics);
    const maxBytes = Number.MAX_SAFE_INTEGER;
    const staged = await this.#blobs.stage(trajectoryLines(split, groups), { maxBytes, signal });
    try {
      const { digest, size: size_bytes } = staged;
      const repeatable: Repeatable = { scope: modelId, key, bodyDigest: digest };
      const now = this.#now();
      await staged.commit();
      return await this.#records.transaction(async (tx) => {
        const kept = await keptAnswer(tx, project, repeatable, now);
        if (kept !== undefined) return kept as LogResult;
        const step = await addMetrics(tx, modelId, metrics);
        const id = randomUUID();
        const created_at = now.toISOString();
        const file = { id, model_id: modelId, step, digest, size_bytes, created_at };
        await insertTrajectoryFile(tx, { ...file, split, metrics });
        await keepAnswer(tx, project, repeatable, { step, metrics }, now);
        return { step, metrics };
      });
    } catch (error) {
      await staged.discard();
      throw error;
    }
  }
}
