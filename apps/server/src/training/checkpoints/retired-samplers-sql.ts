import type { SamplerRef } from "@heddle/engine";
import type { Records } from "../../store/records/records.ts";

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
