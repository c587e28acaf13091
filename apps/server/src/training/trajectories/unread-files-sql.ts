import type { Records, RecordsReader } from "../../store/records/records.ts";
import type { GroupPart } from "./group-part.ts";
import { insertParts } from "./group-parts-sql.ts";

/** A file whose groups are not recorded yet. */
export interface UnreadFile {
  readonly id: string;
  readonly digest: string;
}

/** Whether a model has files whose groups are not recorded yet. */
export async function hasUnreadFiles(db: RecordsReader, modelId: string): Promise<boolean> {
  const row = await db
    .selectFrom("unread_trajectory_files")
    .select("file_id")
    .where("model_id", "=", modelId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Files whose groups are not recorded yet, by id behind another one, at most `limit`. */
export async function unreadFiles(
  records: Records,
  after: string,
  limit: number,
): Promise<readonly UnreadFile[]> {
  return await records
    .reading(undefined)
    .selectFrom("unread_trajectory_files as unread")
    .innerJoin("trajectory_files as file", "file.id", "unread.file_id")
    .select(["file.id", "file.digest"])
    .where("unread.file_id", ">", after)
    .orderBy("unread.file_id")
    .limit(limit)
    .execute();
}

/** Records the groups of a file, unless it was deleted or read meanwhile. */
export async function recordRead(
  records: Records,
  fileId: string,
  parts: readonly GroupPart[],
): Promise<void> {
  await records.transaction(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("unread_trajectory_files")
      .where("file_id", "=", fileId)
      .executeTakeFirst();
    const file = await tx
      .selectFrom("trajectory_files")
      .select(["id as fileId", "model_id as modelId", "split", "step", "created_at as createdAt"])
      .where("id", "=", fileId)
      .executeTakeFirst();
    if (numDeletedRows === 0n || file === undefined) return;
    await insertParts(tx, { ...file, split: JSON.parse(file.split) as string }, parts);
  });
}
