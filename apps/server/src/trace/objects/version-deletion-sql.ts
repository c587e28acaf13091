import type { Transaction } from "kysely";
import type { WritableId } from "../../access/project-id.ts";
import type { ObjectVersionsTable, Schema } from "../../store/records/schema.ts";
import { versionNamed } from "./version-named-sql.ts";
import { versions } from "./version-rows-sql.ts";

/** The object whose versions are deleted. */
export interface OwnObject {
  readonly project_id: WritableId;
  readonly object_id: string;
}

/** A version that has just been deleted. */
export type DeletedVersion = Pick<
  ObjectVersionsTable,
  "digest" | "base_object_class" | "leaf_object_class"
>;

/** The live versions that names mean, by name; names without a live version are left out. */
export async function liveNamed(
  tx: Transaction<Schema>,
  { project_id, object_id }: OwnObject,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const live = new Map<string, string>();
  for (const name of names) {
    const found = await versionNamed(tx, project_id, object_id, name);
    if (found?.deleted_at === null) live.set(name, found.digest);
  }
  return live;
}

/** The number of an object's live versions. */
export async function countLive(
  tx: Transaction<Schema>,
  { project_id, object_id }: OwnObject,
): Promise<number> {
  const { count } = await versions(tx, project_id)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("v.object_id", "=", object_id)
    .where("v.deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Deletes live versions of an object, with their tags and the aliases that point at them: those with
 * these digests, or all. Returns them by index.
 */
export async function deleteVersions(
  tx: Transaction<Schema>,
  { project_id, object_id }: OwnObject,
  digests: readonly string[] | "all",
  deleted_at: string,
): Promise<readonly DeletedVersion[]> {
  let update = tx
    .updateTable("object_versions")
    .set({ deleted_at })
    .where("project_id", "=", project_id)
    .where("object_id", "=", object_id)
    .where("deleted_at", "is", null);
  if (digests !== "all") update = update.where("digest", "in", digests);
  const deleted = await update
    .returning(["version_index", "digest", "base_object_class", "leaf_object_class"])
    .execute();
  for (const table of ["object_tags", "object_aliases"] as const) {
    let labels = tx
      .deleteFrom(table)
      .where("project_id", "=", project_id)
      .where("object_id", "=", object_id);
    if (digests !== "all") labels = labels.where("digest", "in", digests);
    await labels.execute();
  }
  return deleted
    .toSorted((left, right) => left.version_index - right.version_index)
    .map(({ digest, base_object_class, leaf_object_class }) => {
      return { digest, base_object_class, leaf_object_class };
    });
}
