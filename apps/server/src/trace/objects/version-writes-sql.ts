import type { Transaction } from "kysely";
import type { Schema } from "../../store/records/schema.ts";
import { latest, type NewVersion, versions } from "./version-rows-sql.ts";

/** The classes of the live versions of an object that have the kind of the new version. */
export async function liveClasses(
  tx: Transaction<Schema>,
  version: NewVersion,
): Promise<(string | null)[]> {
  const rows = await versions(tx, version.project_id)
    .select("v.base_object_class")
    .distinct()
    .where("v.object_id", "=", version.object_id)
    .where("v.kind", "=", version.kind)
    .where("v.deleted_at", "is", null)
    .orderBy("v.base_object_class")
    .execute();
  return rows.map((row) => row.base_object_class);
}

/** Stores a version under the next index. It replaces a deleted version with the same content. */
export async function insertVersion(
  tx: Transaction<Schema>,
  version: NewVersion,
  isDeleted: boolean,
): Promise<void> {
  const { next } = await versions(tx, version.project_id)
    // Not the number of versions: a revived version leaves a gap, and no index is used twice.
    .select((eb) => eb.fn.coalesce(eb.fn.max("v.version_index"), eb.lit(-1)).as("next"))
    .where("v.object_id", "=", version.object_id)
    .executeTakeFirstOrThrow();
  const row = { ...version, version_index: next + 1, deleted_at: null };
  if (!isDeleted) {
    await tx.insertInto("object_versions").values(row).execute();
    return;
  }
  await tx
    .updateTable("object_versions")
    .set(row)
    .where("project_id", "=", version.project_id)
    .where("object_id", "=", version.object_id)
    .where("digest", "=", version.digest)
    .execute();
}

/** Points `latest` at a version. */
export async function pointLatest(tx: Transaction<Schema>, version: NewVersion): Promise<void> {
  const { project_id, object_id, digest } = version;
  await tx
    .insertInto("object_aliases")
    .values({ project_id, object_id, digest, alias: latest })
    .onConflict((conflict) =>
      conflict.columns(["project_id", "object_id", "alias"]).doUpdateSet({ digest }),
    )
    .execute();
}
