import type { Transaction } from "kysely";
import type { ProjectId } from "../../access/project-id.ts";
import type { Records } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";
import type { ObjectKind } from "./object.ts";
import {
  among,
  facts,
  isLatest,
  latest,
  type NewVersion,
  type StoredValue,
  type VersionFacts,
  type VersionKey,
  versions,
} from "./version-rows.ts";

/** Which versions of a project are asked for; a missing condition holds for all. */
export interface VersionFilter {
  readonly objectIds?: readonly string[];
  readonly kind?: ObjectKind;
  readonly baseClasses?: readonly string[];
  readonly excludedBaseClasses?: readonly string[];
  readonly leafClasses?: readonly string[];
  readonly aliases?: readonly string[];
  readonly latestOnly?: boolean;
}

/** An order of versions. */
export interface VersionOrder {
  readonly field: "object_id" | "created_at";
  readonly direction: "asc" | "desc";
}

/** Which part of the ordered versions is wanted. */
export interface VersionWindow {
  readonly order: readonly VersionOrder[];
  readonly limit: number;
  readonly offset: number;
}

/** Keys in one statement; each takes two of SQLite's 32,766 variables. */
const keysAtOnce = 1_000;

/** The versions of objects and their aliases, in the records. */
export class ObjectsStore {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  /** Whether this content is stored already, and is what `latest` means. */
  async isLatest(project: ProjectId, key: VersionKey): Promise<boolean> {
    const row = await this.#records.db
      .selectFrom("object_aliases as a")
      .innerJoin("object_versions as v", (join) =>
        join
          .onRef("v.project_id", "=", "a.project_id")
          .onRef("v.object_id", "=", "a.object_id")
          .onRef("v.digest", "=", "a.digest"),
      )
      .select("v.version_index")
      .where("a.project_id", "=", project)
      .where("a.object_id", "=", key.object_id)
      .where("a.alias", "=", latest)
      .where("a.digest", "=", key.digest)
      .where("v.deleted_at", "is", null)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Stores a version unless it is there, revives one that was deleted, and lets `latest` mean it,
   * all or nothing. Gives the classes that live versions of this kind have where they are not the
   * new one's: then nothing is stored.
   */
  create(version: NewVersion): Promise<readonly (string | null)[] | undefined> {
    return this.#records.transaction(async (tx) => {
      const known = await versions(tx, version.project_id)
        .select("v.deleted_at")
        .where("v.object_id", "=", version.object_id)
        .where("v.digest", "=", version.digest)
        .executeTakeFirst();
      if (known?.deleted_at !== null) {
        const classes = await liveClasses(tx, version);
        if (classes.some((name) => name !== version.base_object_class)) return classes;
        await insert(tx, version, known !== undefined);
      }
      await pointLatest(tx, version);
      return undefined;
    });
  }

  /** The version with this index, deleted or not. */
  byIndex(project: ProjectId, object: string, index: number): Promise<VersionFacts | undefined> {
    return facts(this.#records.db, project)
      .where("v.object_id", "=", object)
      .where("v.version_index", "=", index)
      .executeTakeFirst();
  }

  /** The version with this digest, deleted or not. */
  byDigest(project: ProjectId, object: string, digest: string): Promise<VersionFacts | undefined> {
    return facts(this.#records.db, project)
      .where("v.object_id", "=", object)
      .where("v.digest", "=", digest)
      .executeTakeFirst();
  }

  /** The digest that an alias of an object points at. */
  async aliased(project: ProjectId, object: string, alias: string): Promise<string | undefined> {
    const row = await this.#records.db
      .selectFrom("object_aliases")
      .select("digest")
      .where("project_id", "=", project)
      .where("object_id", "=", object)
      .where("alias", "=", alias)
      .executeTakeFirst();
    return row?.digest;
  }

  /** The newest version that is not deleted. */
  newest(project: ProjectId, object: string): Promise<VersionFacts | undefined> {
    return facts(this.#records.db, project)
      .where("v.object_id", "=", object)
      .where("v.deleted_at", "is", null)
      .orderBy("v.version_index", "desc")
      .limit(1)
      .executeTakeFirst();
  }

  /** Versions that are not deleted, in order. */
  query(project: ProjectId, filter: VersionFilter, window: VersionWindow): Promise<VersionFacts[]> {
    let query = facts(this.#records.db, project).where("v.deleted_at", "is", null);
    if (filter.objectIds) query = query.where("v.object_id", "in", filter.objectIds);
    if (filter.kind) query = query.where("v.kind", "=", filter.kind);
    if (filter.baseClasses) query = query.where("v.base_object_class", "in", filter.baseClasses);
    if (filter.leafClasses) query = query.where("v.leaf_object_class", "in", filter.leafClasses);
    if (filter.latestOnly === true) query = query.where(isLatest, "=", 1);
    const excluded = filter.excludedBaseClasses;
    if (excluded) {
      query = query.where((eb) =>
        // A version without a class is in none of them.
        eb.or([
          eb("v.base_object_class", "is", null),
          eb("v.base_object_class", "not in", excluded),
        ]),
      );
    }
    const { aliases } = filter;
    if (aliases) {
      query = query.where((eb) =>
        eb.or([
          eb.exists(
            eb
              .selectFrom("object_aliases as a")
              .select("a.alias")
              .whereRef("a.project_id", "=", "v.project_id")
              .whereRef("a.object_id", "=", "v.object_id")
              .whereRef("a.digest", "=", "v.digest")
              .where("a.alias", "in", aliases),
          ),
          ...(aliases.includes(latest) ? [eb(isLatest, "=", 1)] : []),
        ]),
      );
    }
    for (const { field, direction } of window.order) query = query.orderBy(`v.${field}`, direction);
    return query
      .orderBy("v.version_index", "asc")
      .orderBy("v.object_id", "asc")
      .limit(window.limit)
      .offset(window.offset)
      .execute();
  }

  /** The versions under these keys, deleted ones too; those that do not exist are left out. */
  async byKeys(project: ProjectId, keys: readonly VersionKey[]): Promise<VersionFacts[]> {
    const found: VersionFacts[] = [];
    for (const some of inGroups(keys)) {
      found.push(...(await facts(this.#records.db, project).where(among(some)).execute()));
    }
    return found;
  }

  /** The values of versions. */
  async values(
    project: ProjectId,
    keys: readonly VersionKey[],
  ): Promise<readonly (VersionKey & StoredValue)[]> {
    const found: (VersionKey & StoredValue)[] = [];
    for (const some of inGroups(keys)) {
      const rows = await versions(this.#records.db, project)
        .select(["v.object_id", "v.digest", "v.val", "v.val_blob"])
        .where(among(some))
        .execute();
      found.push(...rows);
    }
    return found;
  }

  /** The aliases of versions, sorted by name. */
  async aliases(
    project: ProjectId,
    keys: readonly VersionKey[],
  ): Promise<readonly (VersionKey & { readonly alias: string })[]> {
    const found: (VersionKey & { readonly alias: string })[] = [];
    for (const some of inGroups(keys)) {
      const rows = await this.#records.db
        .selectFrom("object_aliases as v")
        .select(["v.object_id", "v.digest", "v.alias"])
        .where("v.project_id", "=", project)
        .where(among(some))
        .orderBy("v.alias")
        .execute();
      found.push(...rows);
    }
    return found;
  }
}

function* inGroups<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += keysAtOnce) {
    yield items.slice(from, from + keysAtOnce);
  }
}

async function liveClasses(
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

async function insert(
  tx: Transaction<Schema>,
  version: NewVersion,
  isDeleted: boolean,
): Promise<void> {
  const { next } = await versions(tx, version.project_id)
    // Not the number of versions: a revived one leaves a gap, and an index is never given twice.
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

async function pointLatest(tx: Transaction<Schema>, version: NewVersion): Promise<void> {
  const { project_id, object_id, digest } = version;
  await tx
    .insertInto("object_aliases")
    .values({ project_id, object_id, digest, alias: latest })
    .onConflict((conflict) =>
      conflict.columns(["project_id", "object_id", "alias"]).doUpdateSet({ digest }),
    )
    .execute();
}
