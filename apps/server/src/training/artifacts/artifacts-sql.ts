import type { Transaction } from "kysely";
import type { ProjectId, WritableId } from "../../access/project-id.ts";
import type { RecordsReader } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";
import { doomBlobs } from "../../store/doomed-blobs/doomed-blobs-sql.ts";
import type { Artifact, ArtifactFile, WholeArtifact } from "./artifact.ts";
import { aliasesOf } from "./artifact-aliases-sql.ts";

/** A version to record. */
export type NewArtifact = Omit<Artifact, "version" | "projectId"> & {
  readonly projectId: WritableId;
  readonly clientId: string | null;
};

const columns = [
  "id",
  "project_id as projectId",
  "entity",
  "project",
  "name",
  "type",
  "version",
  "state",
  "metadata",
  "wanted_aliases as wantedAliases",
  "digest",
  "manifest_blob as manifestBlob",
  "created_at as createdAt",
] as const;

/** The version with an id. */
export async function artifactWithId(db: RecordsReader, id: string): Promise<Artifact | undefined> {
  return optional(await known(db).where("id", "=", id).executeTakeFirst());
}

/** The version that a program began under an id of its own. */
export async function artifactOfClient(
  db: RecordsReader,
  project: ProjectId,
  clientId: string,
): Promise<Artifact | undefined> {
  const query = known(db).where("project_id", "=", project).where("client_id", "=", clientId);
  return optional(await query.executeTakeFirst());
}

/** The newest committed version of a name with a content. */
export async function artifactWithDigest(
  db: RecordsReader,
  project: ProjectId,
  name: string,
  digest: string,
): Promise<Artifact | undefined> {
  const same = committed(db, project, name).where("digest", "=", digest);
  return optional(await same.orderBy("version", "desc").limit(1).executeTakeFirst());
}

/** Records the blob with the manifest of a version, in the place of an earlier one. */
export async function setManifest(
  tx: Transaction<Schema>,
  { id, manifestBlob }: Artifact,
  blob: string,
): Promise<void> {
  await tx.updateTable("artifacts").set({ manifest_blob: blob }).where("id", "=", id).execute();
  if (manifestBlob !== null && manifestBlob !== blob) await doomBlobs(tx, [manifestBlob]);
}

/** The committed version of a name with a number. */
export async function artifactOfVersion(
  db: RecordsReader,
  project: ProjectId,
  name: string,
  version: number,
): Promise<Artifact | undefined> {
  const query = committed(db, project, name).where("version", "=", version);
  return optional(await query.executeTakeFirst());
}

/** Records the next version of a name. */
export async function insertArtifact(
  tx: Transaction<Schema>,
  { clientId, ...artifact }: NewArtifact,
): Promise<Artifact> {
  const { projectId, name, wantedAliases, manifestBlob, createdAt, ...rest } = artifact;
  const newest = await tx
    .selectFrom("artifacts")
    .select(({ fn }) => fn.max<number | null>("version").as("version"))
    .where("project_id", "=", projectId)
    .where("name", "=", name)
    .executeTakeFirst();
  const version = (newest?.version ?? -1) + 1;
  await tx
    .insertInto("artifacts")
    .values({
      ...rest,
      name,
      version,
      project_id: projectId,
      wanted_aliases: JSON.stringify(wantedAliases),
      manifest_blob: manifestBlob,
      client_id: clientId,
      created_at: createdAt,
      committed_at: null,
    })
    .execute();
  return { ...artifact, version };
}

/** Closes a version for ever. */
export async function closeArtifact(
  tx: Transaction<Schema>,
  id: string,
  digest: string,
  committedAt: string,
): Promise<void> {
  await tx
    .updateTable("artifacts")
    .set({ state: "committed", digest, committed_at: committedAt })
    .where("id", "=", id)
    .execute();
}

/** Records a file of a version, in the place of one with the same path. */
export async function putFile(
  tx: Transaction<Schema>,
  artifactId: string,
  { path, md5, blob, size }: ArtifactFile,
): Promise<void> {
  const old = await fileAt(tx, artifactId, path);
  const content = { md5, blob, size_bytes: size };
  await tx
    .insertInto("artifact_files")
    .values({ artifact_id: artifactId, path, ...content })
    .onConflict((conflict) => conflict.columns(["artifact_id", "path"]).doUpdateSet(content))
    .execute();
  if (old !== undefined && old.blob !== blob) await doomBlobs(tx, [old.blob]);
}

/** A file of a version. */
export async function fileAt(
  db: RecordsReader,
  artifactId: string,
  path: string,
): Promise<ArtifactFile | undefined> {
  return await files(db, artifactId).where("path", "=", path).executeTakeFirst();
}

/** How many files a version has. */
export async function countFiles(db: RecordsReader, artifactId: string): Promise<number> {
  const row = await db
    .selectFrom("artifact_files")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("artifact_id", "=", artifactId)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** A version with its files and aliases. */
export async function wholeArtifact(db: RecordsReader, artifact: Artifact): Promise<WholeArtifact> {
  return {
    ...artifact,
    files: await files(db, artifact.id).orderBy("path").execute(),
    aliases: await aliasesOf(db, artifact.id),
  };
}

/** The versions that are not abandoned. */
function known(db: RecordsReader) {
  return db
    .selectFrom("artifacts")
    .select(columns)
    .where("state", "!=", "abandoned")
    .$narrowType<Pick<Artifact, "state">>();
}

function committed(db: RecordsReader, project: ProjectId, name: string) {
  return known(db)
    .where("project_id", "=", project)
    .where("name", "=", name)
    .where("state", "=", "committed");
}

function files(db: RecordsReader, artifactId: string) {
  return db
    .selectFrom("artifact_files")
    .select(["path", "md5", "blob", "size_bytes as size"])
    .where("artifact_id", "=", artifactId);
}

function optional(
  row: (Omit<Artifact, "wantedAliases"> & { readonly wantedAliases: string }) | undefined,
): Artifact | undefined {
  return row && { ...row, wantedAliases: JSON.parse(row.wantedAliases) as readonly string[] };
}
