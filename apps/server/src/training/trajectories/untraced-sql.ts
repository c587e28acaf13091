import { doomBlobs } from "../../store/doomed-blobs/doomed-blobs-sql.ts";
import type { Records, RecordsWriter } from "../../store/records/records.ts";
import type { AcceptedTrajectories } from "./trajectory-traces.ts";

/** Trajectories that are not all traces yet. */
export interface UntracedTrajectories extends AcceptedTrajectories {
  /** How many of them are traces, from the first on. */
  readonly traced: number;
}

/** A place in the order in which trajectories came. */
type Place = Pick<UntracedTrajectories, "id" | "createdAt">;

/** Marks trajectories that are to become traces. */
export async function insertUntraced(
  tx: RecordsWriter,
  { jobId, modelId, userName, createdAt, split, ...same }: AcceptedTrajectories,
): Promise<void> {
  const named = { job_id: jobId, model_id: modelId, user_name: userName, created_at: createdAt };
  await tx
    .insertInto("untraced_trajectories")
    .values({ ...same, ...named, split: JSON.stringify(split), traced: 0 })
    .execute();
}

/** The first trajectories that are not all traces, behind others. */
export async function nextUntraced(
  records: Records,
  after: Place | undefined,
): Promise<UntracedTrajectories | undefined> {
  let query = records
    .reading(undefined)
    .selectFrom("untraced_trajectories")
    .select([
      "id",
      "job_id as jobId",
      "model_id as modelId",
      "model",
      "entity",
      "project",
      "split",
      "step",
      "digest",
      "user_name as userName",
      "created_at as createdAt",
      "traced",
    ]);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple("created_at", "id"), ">", eb.tuple(after.createdAt, after.id)),
    );
  }
  const row = await query.orderBy("created_at").orderBy("id").limit(1).executeTakeFirst();
  return row && { ...row, split: JSON.parse(row.split) as string };
}

/** Records how many trajectories are traces. */
export async function recordTraced(records: Records, id: string, traced: number): Promise<void> {
  await records.writing
    .updateTable("untraced_trajectories")
    .set({ traced })
    .where("id", "=", id)
    .execute();
}

/** Takes a mark away. Marks the blob for deletion, since the row may be the last one that names it. */
export async function forgetUntraced(
  records: Records,
  { id, digest }: Pick<UntracedTrajectories, "id" | "digest">,
): Promise<void> {
  await records.transaction(async (tx) => {
    await tx.deleteFrom("untraced_trajectories").where("id", "=", id).execute();
    await doomBlobs(tx, [digest]);
  });
}
