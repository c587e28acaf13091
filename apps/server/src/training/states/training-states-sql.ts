import { randomUUID } from "node:crypto";
import type { Records, RecordsWriter } from "../../store/records/records.ts";

/** A model whose training states may be more than the records need. */
export interface UnsweptModel {
  readonly modelKey: string;
  readonly mark: string;
}

/** Marks a model whose training states in the engine may be more than the records need. */
export async function markUnswept(db: RecordsWriter, modelKey: string): Promise<void> {
  const mark = randomUUID();
  await db
    .insertInto("unswept_models")
    .values({ model_key: modelKey, mark })
    .onConflict((conflict) => conflict.column("model_key").doUpdateSet({ mark }))
    .execute();
}

/** Marked models, at most `limit`, behind another one. */
export async function unsweptModels(
  records: Records,
  after: string,
  limit: number,
): Promise<readonly UnsweptModel[]> {
  return await records
    .reading(undefined)
    .selectFrom("unswept_models")
    .select(["model_key as modelKey", "mark"])
    .where("model_key", ">", after)
    .orderBy("model_key")
    .limit(limit)
    .execute();
}

/** Takes a mark away, unless the model was marked again. */
export async function forgetUnswept(
  records: Records,
  { modelKey, mark }: UnsweptModel,
): Promise<void> {
  await records.writing
    .deleteFrom("unswept_models")
    .where("model_key", "=", modelKey)
    .where("mark", "=", mark)
    .execute();
}

/** The training states of a model that checkpoints and unfinished jobs need. */
export async function neededStates(
  records: Records,
  modelKey: string,
): Promise<ReadonlySet<string>> {
  return await records.transaction(async (tx) => {
    const checkpoints = await tx
      .selectFrom("checkpoints")
      .select("state_name")
      .where("model_id", "=", modelKey)
      .execute();
    const jobs = await tx
      .selectFrom("training_jobs")
      .select(["saving_state", "saved_state", "start_state"])
      .where("model_id", "=", modelKey)
      .where("status", "=", "running")
      .execute();
    const names = [
      ...checkpoints.map((row) => row.state_name),
      ...jobs.flatMap((row) => [row.saving_state, row.saved_state, row.start_state]),
    ];
    return new Set(names.filter((name) => name !== null));
  });
}
