import type { ProjectId } from "../../access/project-id.ts";
import type { RecordsReader } from "../../store/records/records.ts";
import type { Artifact } from "./artifact.ts";
import { idOfAlias } from "./artifact-aliases-sql.ts";
import { versionIn } from "./artifact-name.ts";
import { artifactOfVersion, artifactWithId } from "./artifacts-sql.ts";

/** The committed version of a name that `v<K>` or an alias leads to. */
export async function findArtifact(
  db: RecordsReader,
  project: ProjectId,
  name: string,
  label: string,
): Promise<Artifact | undefined> {
  const version = versionIn(label);
  if (version !== undefined) return await artifactOfVersion(db, project, name, version);
  const id = await idOfAlias(db, project, name, label);
  return id === undefined ? undefined : await artifactWithId(db, id);
}
