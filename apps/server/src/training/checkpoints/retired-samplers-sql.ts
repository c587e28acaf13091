import type { SamplerRef } from "@heddle/engine";
import type { Transaction } from "kysely";
import type { Records, RecordsWriter } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";

/** Marks published weights for deletion by the engine. Some may be marked already, or not be there. */
export async function markRetired(
  db: RecordsWriter,
  modelKey: string,
  versions: readonly string[],
): Promise<void> {
  if (versions.length === 0) return;
  await db
    .insertInto("retired_samplers")
    .values(versions.map((version) => ({ model_key: modelKey, version })))
    .onConflict((conflict) => conflict.columns(["model_key", "version"]).doNothing())
    .execute();
}

/** The same for weights that no checkpoint has; those of a checkpoint stay. */
export async function markRetiredUnused(
  tx: Transaction<Schema>,
  modelKey: string,
  version: string,
): Promise<void> {
  const used = await tx
    .selectFrom("checkpoints")
    .select("id")
    .where("model_id", "=", modelKey)
    .where("sampler_version", "=", version)
    .executeTakeFirst();
  if (used === undefined) await markRetired(tx, modelKey, [version]);
}

/** Published weights that are marked for deletion, at most `limit`. */
export async function retiredSamplers(
  records: Records,
  limit: number,
): Promise<readonly SamplerRef[]> {
  const rows = await records
    .reading(undefined)
    .selectFrom("retired_samplers")
    .select(["model_key as modelKey", "version"])
    .limit(limit)
    .execute();
  return rows.map((row) => ({ kind: "sampler", ...row }));
}

/** Takes the mark from published weights that the engine has deleted. */
export async function forgetRetired(
  records: Records,
  { modelKey, version }: SamplerRef,
): Promise<void> {
  await records.writing
    .deleteFrom("retired_samplers")
    .where("model_key", "=", modelKey)
    .where("version", "=", version)
    .execute();
}
