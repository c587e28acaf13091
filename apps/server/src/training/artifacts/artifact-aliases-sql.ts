import type { Transaction } from "kysely";
import type { ProjectId } from "../../access/project-id.ts";
import type { RecordsReader } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";
import type { Artifact } from "./artifact.ts";

type Named = Pick<Artifact, "id" | "projectId" | "name">;

/** Moves aliases of a name to one of its versions. */
export async function moveAliases(
  tx: Transaction<Schema>,
  { id, projectId, name }: Named,
  aliases: readonly string[],
): Promise<void> {
  for (const alias of new Set(aliases)) {
    await tx
      .insertInto("artifact_aliases")
      .values({ project_id: projectId, name, alias, artifact_id: id })
      .onConflict((conflict) =>
        conflict.columns(["project_id", "name", "alias"]).doUpdateSet({ artifact_id: id }),
      )
      .execute();
  }
}

/** The aliases of a version. */
export async function aliasesOf(db: RecordsReader, artifactId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("artifact_aliases")
    .select("alias")
    .where("artifact_id", "=", artifactId)
    .orderBy("alias")
    .execute();
  return rows.map(({ alias }) => alias);
}

/** The id of the version that an alias of a name leads to. */
export async function idOfAlias(
  db: RecordsReader,
  project: ProjectId,
  name: string,
  alias: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("artifact_aliases")
    .select("artifact_id")
    .where("project_id", "=", project)
    .where("name", "=", name)
    .where("alias", "=", alias)
    .executeTakeFirst();
  return row?.artifact_id;
}
