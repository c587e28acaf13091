import type { Transaction } from "kysely";
import type { Schema } from "../../store/records/schema.ts";
import type { Checkpoint } from "./checkpoint.ts";

/** A new checkpoint. */
export interface NewCheckpoint extends Checkpoint {
  readonly modelId: string;
  readonly createdAt: string;
}

/** Ids of one statement; SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const idsAtOnce = 1_000;

/** Records a checkpoint. */
export async function insertCheckpoint(
  tx: Transaction<Schema>,
  { id, modelId, step, samplerVersion, metrics, createdAt }: NewCheckpoint,
): Promise<void> {
  await tx
    .insertInto("checkpoints")
    .values({
      id,
      model_id: modelId,
      step,
      sampler_version: samplerVersion,
      created_at: createdAt,
      metrics: JSON.stringify(metrics),
    })
    .execute();
}

/** The step and the published weights of every checkpoint of a model. */
export async function stepsOf(
  tx: Transaction<Schema>,
  modelId: string,
): Promise<readonly Pick<Checkpoint, "id" | "step" | "samplerVersion">[]> {
  return await tx
    .selectFrom("checkpoints")
    .select(["id", "step", "sampler_version as samplerVersion"])
    .where("model_id", "=", modelId)
    .execute();
}

/** Deletes checkpoints, and marks their published weights for deletion by the engine. */
export async function deleteCheckpoints(
  tx: Transaction<Schema>,
  modelKey: string,
  checkpoints: readonly Pick<Checkpoint, "id" | "samplerVersion">[],
): Promise<void> {
  for (let at = 0; at < checkpoints.length; at += idsAtOnce) {
    const some = checkpoints.slice(at, at + idsAtOnce);
    const ids = some.map(({ id }) => id);
    await tx.deleteFrom("checkpoints").where("id", "in", ids).execute();
    const versions = some.flatMap(({ samplerVersion }) => samplerVersion ?? []);
    if (versions.length === 0) continue;
    const retired = versions.map((version) => ({ model_key: modelKey, version }));
    await tx.insertInto("retired_samplers").values(retired).execute();
  }
}
