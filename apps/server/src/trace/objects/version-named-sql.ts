import type { ProjectId } from "../../access/project-id.ts";
import type { RecordsReader } from "../../store/records/records.ts";
import { isContentHash, isVersion } from "../digests/digest.ts";
import { facts, latest, type VersionFacts } from "./version-rows-sql.ts";

/**
 * The version of an object that a text names, deleted or not: an index (`v0`), a digest, an alias, or
 * `latest`. It reads with one statement, so that the version that an alias leaves, or a deletion,
 * cannot come between the alias and its version.
 */
export async function versionNamed(
  db: RecordsReader,
  project: ProjectId,
  object: string,
  name: string,
): Promise<VersionFacts | undefined> {
  const ofObject = facts(db, project).where("v.object_id", "=", object);
  if (isVersion(name)) {
    const index = Number(name.slice(1));
    if (!Number.isSafeInteger(index)) return undefined;
    return ofObject.where("v.version_index", "=", index).executeTakeFirst();
  }
  if (isContentHash(name)) return ofObject.where("v.digest", "=", name).executeTakeFirst();
  // Every digest has the shape above, so any other text can only be an alias.
  return ofObject
    .where("v.digest", "=", (eb) => {
      const pointed = eb
        .selectFrom("object_aliases as a")
        .select("a.digest")
        .where("a.project_id", "=", project)
        .where("a.object_id", "=", object)
        .where("a.alias", "=", name);
      if (name !== latest) return pointed;
      const newest = eb
        .selectFrom("object_versions as n")
        .select("n.digest")
        .where("n.project_id", "=", project)
        .where("n.object_id", "=", object)
        .where("n.deleted_at", "is", null)
        .orderBy("n.version_index", "desc")
        .limit(1);
      return eb.fn.coalesce(pointed, newest);
    })
    .executeTakeFirst();
}
