import type { Transaction } from "kysely";
import type { Schema, TrajectoryFilesTable } from "../../store/records/schema.ts";
import type { Checkpoint } from "../checkpoints/checkpoint.ts";
import { newestCheckpoint, setMetrics } from "../checkpoints/checkpoints-sql.ts";
import { ModelNotFound } from "../model-not-found.ts";
import { modelWithId } from "../models/models-sql.ts";
import { mergedMetrics } from "./log-metrics.ts";

/** A file to record. */
export interface NewTrajectoryFile extends Omit<TrajectoryFilesTable, "metrics"> {
  readonly metrics: Checkpoint["metrics"];
}

/** Records a file of trajectories. */
export async function insertTrajectoryFile(
  tx: Transaction<Schema>,
  { split, metrics, ...file }: NewTrajectoryFile,
): Promise<void> {
  const texts = { split: JSON.stringify(split), metrics: JSON.stringify(metrics) };
  await tx
    .insertInto("trajectory_files")
    .values({ ...file, ...texts })
    .execute();
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

/** Forgets the files of a model that is being deleted. */
export async function forgetTrajectoryFiles(
  tx: Transaction<Schema>,
  modelId: string,
): Promise<void> {
  await tx.deleteFrom("trajectory_files").where("model_id", "=", modelId).execute();
}
