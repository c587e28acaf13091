import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import type { ProjectId, WritableId } from "../../access/project-id.ts";
import type { RecordsReader } from "../../store/records/records.ts";
import type { ObjectVersionsTable, Schema } from "../../store/records/schema.ts";

/** The columns of a version without its value. */
export interface VersionFacts extends Omit<ObjectVersionsTable, "val" | "val_blob" | "project_id"> {
  readonly is_latest: number;
}

/** The place of a version's value: the text in the row, or the digest of a blob. */
export type StoredValue = Pick<ObjectVersionsTable, "val" | "val_blob">;

/** A version to store. */
export type NewVersion = Omit<ObjectVersionsTable, "version_index" | "deleted_at"> & {
  readonly project_id: WritableId;
};

/** Names one version within a project. */
export interface VersionKey {
  readonly object_id: string;
  readonly digest: string;
}

/** The alias that moves automatically. */
export const latest: string = "latest";

type Rows<Row> = SelectQueryBuilder<Schema & { v: ObjectVersionsTable }, "v", Row>;

/**
 * 1 for the version that `latest` points at, or for the newest version if it points at none. The
 * newest has the highest index, because a clock may have been set back.
 */
export const isLatest: RawBuilder<number> = sql<number>`case when v.digest = coalesce(
  (select a.digest from object_aliases a
    where a.project_id = v.project_id and a.object_id = v.object_id and a.alias = ${sql.lit(latest)}),
  (select n.digest from object_versions n
    where n.project_id = v.project_id and n.object_id = v.object_id and n.deleted_at is null
    order by n.version_index desc limit 1)
) then 1 else 0 end`;

/** The versions of a project, as `v`. */
export function versions(db: RecordsReader, project: ProjectId): Rows<object> {
  return db.selectFrom("object_versions as v").where("v.project_id", "=", project);
}

/** The versions of a project without their values. */
export function facts(db: RecordsReader, project: ProjectId): Rows<VersionFacts> {
  return versions(db, project)
    .select([
      ...(["v.object_id", "v.digest", "v.version_index", "v.kind", "v.base_object_class"] as const),
      ...(["v.leaf_object_class", "v.size_bytes", "v.created_at", "v.deleted_at"] as const),
      "v.wb_user_id",
    ])
    .select(isLatest.as("is_latest"));
}

/** Keeps the rows of `v` that have one of these keys. */
export function among(keys: readonly VersionKey[]): RawBuilder<boolean> {
  const pairs = keys.map(({ object_id, digest }) => sql`(${object_id}, ${digest})`);
  return sql<boolean>`(v.object_id, v.digest) in (values ${sql.join(pairs)})`;
}

/** Keeps the rows of `v` whose key a query returns. The query stands alone, so it runs only once. */
export function isAmong(keys: SelectQueryBuilder<Schema, never, VersionKey>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(v.object_id, v.digest) in (${keys})`;
}

/** Most keys in one statement; each takes two of SQLite's 32,766 variables. */
const keysAtOnce = 1_000;

/** Divides keys into groups that fit into one statement each. */
export function* inGroups<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += keysAtOnce) {
    yield items.slice(from, from + keysAtOnce);
  }
}

/** Names a version within its project. */
export function contentKey({ object_id, digest }: VersionKey): string {
  return `${object_id}:${digest}`;
}
