import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Schema } from "../../store/records/schema.ts";
import type { Checkpoint } from "../checkpoints/checkpoint.ts";
import { newestCheckpoint, setMetrics } from "../checkpoints/checkpoints-sql.ts";
import { ModelNotFound } from "../model-not-found.ts";
import { modelWithId } from "../models/models-sql.ts";
import { doomBlobs } from "../../store/doomed-blobs/doomed-blobs-sql.ts";
import type { GroupPart } from "./group-part.ts";
import { type FileOfParts, insertParts } from "./group-parts-sql.ts";
import { mergedMetrics } from "./log-metrics.ts";

/** A file to record. */
export interface NewTrajectoryFile extends Omit<FileOfParts, "fileId"> {
  readonly digest: string;
  readonly sizeBytes: number;
  /** The averages of the trajectories. */
  readonly metrics: Checkpoint["metrics"];
  /** The job that trains on them; null where they were logged. */
  readonly jobId: string | null;
  readonly parts: readonly GroupPart[];
  readonly isTraced: boolean;
}

/** Records a file of trajectories with its groups, and returns its id. */
export async function insertTrajectoryFile(
  tx: Transaction<Schema>,
  { digest, sizeBytes, metrics, jobId, parts, isTraced, ...file }: NewTrajectoryFile,
): Promise<string> {
  const fileId = randomUUID();
  await tx
    .insertInto("trajectory_files")
    .values({
      id: fileId,
      model_id: file.modelId,
      step: file.step,
      split: JSON.stringify(file.split),
      digest,
      size_bytes: sizeBytes,
      created_at: file.createdAt,
      metrics: JSON.stringify(metrics),
      job_id: jobId,
      is_traced: Number(isTraced),
    })
    .execute();
  await insertParts(tx, { ...file, fileId }, parts);
  return fileId;
}

/**
 * Adds metrics to the newest checkpoint of a model, and returns its step; 0 if none is left.
 *
 * @throws ModelNotFound, TooManyMetrics
 */
export async function addMetrics(
  tx: Transaction<Schema>,
  modelId: string,
  metrics: Checkpoint["metrics"],
): Promise<number> {
  // It may have been deleted since the request came.
  if ((await modelWithId(tx, modelId)) === undefined) throw new ModelNotFound();
  const newest = await newestCheckpoint(tx, modelId);
  if (newest === undefined) return 0;
  await setMetrics(tx, newest.id, mergedMetrics(newest.metrics, metrics));
  return newest.step;
}

/** Forgets the trajectories of a model that is being deleted, and marks their contents for deletion. */
export async function forgetTrajectoryFiles(
  tx: Transaction<Schema>,
  modelId: string,
): Promise<void> {
  for (const table of ["trajectory_group_parts", "unread_trajectory_files"] as const) {
    await tx.deleteFrom(table).where("model_id", "=", modelId).execute();
  }
  const files = await tx
    .deleteFrom("trajectory_files")
    .where("model_id", "=", modelId)
    .returning("digest")
    .execute();
  await doomBlobs(
    tx,
    files.map(({ digest }) => digest),
  );
}
