import type { Transaction } from "kysely";
import type { Schema } from "../../store/records/schema.ts";
import type { TrainedModel } from "../models/trained-model.ts";
import {
  addMetrics,
  insertTrajectoryFile,
  type NewTrajectoryFile,
} from "./trajectory-files-sql.ts";
import type { TrajectoryTraces } from "./trajectory-traces.ts";

/** Trajectories that came together, in one file. */
export interface NewTrajectories extends Omit<NewTrajectoryFile, "modelId" | "step" | "isTraced"> {
  /** What they are about. */
  readonly model: TrainedModel;
  /** Who sent them. */
  readonly userName: string;
}

/**
 * Keeps trajectories with the newest step of their model, adds their averages to it, and marks them for traces.
 * Returns the step.
 *
 * @throws ModelNotFound, TooManyMetrics
 */
export async function keepTrajectories(
  tx: Transaction<Schema>,
  traces: TrajectoryTraces,
  { model, userName, ...file }: NewTrajectories,
): Promise<number> {
  const { id: modelId, name, entity, project } = model;
  const { split, digest, jobId, createdAt, metrics, parts } = file;
  const step = await addMetrics(tx, modelId, metrics);
  const isTraced = traces.isOn && parts.some(({ numTrajectories }) => numTrajectories > 0);
  const fileId = await insertTrajectoryFile(tx, { ...file, modelId, step, isTraced });
  if (isTraced) {
    const ofModel = { modelId, model: name, entity, project };
    const id = jobId ?? fileId;
    await traces.mark(tx, { ...ofModel, id, jobId, split, step, digest, userName, createdAt });
  }
  return step;
}
