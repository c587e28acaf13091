import type { Transaction } from "kysely";
import type { Records, RecordsReader } from "../records/records.ts";
import type { Schema } from "../records/schema.ts";

/** Marks of one statement; SQLite takes 32,766 parameters. */
const marksAtOnce = 1_000;

/**
 * Marks blobs for deletion, in the transaction that deletes the rows that named them. A blob that
 * another row names stays.
 */
export async function doomBlobs(
  tx: Transaction<Schema>,
  digests: readonly string[],
): Promise<void> {
  for (let at = 0; at < digests.length; at += marksAtOnce) {
    const marks = digests.slice(at, at + marksAtOnce).map((digest) => ({ digest }));
    await tx
      .insertInto("doomed_blobs")
      .values(marks)
      .onConflict((conflict) => conflict.column("digest").doNothing())
      .execute();
  }
}

/** Blobs that are marked for deletion, by digest behind another one, at most `limit`. */
export async function doomedBlobs(
  records: Records,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await records
    .reading(undefined)
    .selectFrom("doomed_blobs")
    .select("digest")
    .where("digest", ">", after)
    .orderBy("digest")
    .limit(limit)
    .execute();
  return rows.map(({ digest }) => digest);
}

/** Takes the mark from a blob. */
export async function forgetDoomed(records: Records, digest: string): Promise<void> {
  await records.writing.deleteFrom("doomed_blobs").where("digest", "=", digest).execute();
}

/** The columns that name blobs: every one of the schema, or a content that is in use would go. */
export const blobColumns = [
  "artifacts.manifest_blob",
  "artifact_files.blob",
  "files.digest",
  "object_versions.val_blob",
  "training_jobs.data_digest",
  "training_jobs.input_digest",
  "trajectory_files.digest",
  "untraced_trajectories.digest",
] as const;

/** Whether any row names a blob. The jobs of a deleted model have ended, and need their inputs no more. */
export async function isNamed(db: RecordsReader, digest: string): Promise<boolean> {
  for (const column of blobColumns) {
    const [table] = column.split(".") as [TableOf<typeof column>];
    let query = db
      .selectFrom(table)
      .select((eb) => eb.lit(1).as("one"))
      .where(column, "=", digest);
    if (table === "training_jobs") {
      query = query.where(
        "training_jobs.model_id",
        "in",
        db.selectFrom("trained_models").select("id"),
      );
    }
    const row = await query.limit(1).executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

type TableOf<Column> = Column extends `${infer Table}.${string}` ? Table : never;
