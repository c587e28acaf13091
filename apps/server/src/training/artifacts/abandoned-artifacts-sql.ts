import type { Transaction } from "kysely";
import { doomBlobs } from "../../store/doomed-blobs/doomed-blobs-sql.ts";
import type { Records } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";

/** The ids of versions that were begun before a moment and are still pending, at most `limit`. */
export async function pendingSince(
  records: Records,
  before: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await records
    .reading(undefined)
    .selectFrom("artifacts")
    .select("id")
    .where("state", "=", "pending")
    .where("created_at", "<", before)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Takes everything from a pending version but its number, which no other version may get, and marks its
 * blobs for deletion. One that was committed meanwhile stays.
 */
export async function abandon(tx: Transaction<Schema>, id: string): Promise<void> {
  const pending = await tx
    .selectFrom("artifacts")
    .select("manifest_blob")
    .where("id", "=", id)
    .where("state", "=", "pending")
    .executeTakeFirst();
  if (pending === undefined) return;
  const emptied = { metadata: "{}", wanted_aliases: "[]", digest: null };
  await tx
    .updateTable("artifacts")
    .set({ ...emptied, state: "abandoned", manifest_blob: null, client_id: null })
    .where("id", "=", id)
    .execute();
  const files = await tx
    .deleteFrom("artifact_files")
    .where("artifact_id", "=", id)
    .returning("blob")
    .execute();
  const { manifest_blob: manifest } = pending;
  await doomBlobs(tx, [...files.map(({ blob }) => blob), ...(manifest === null ? [] : [manifest])]);
}
