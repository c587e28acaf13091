import type { ProjectId } from "../../access/project-id.ts";
import type { Records } from "../../store/records/records.ts";
import type { VersionFilter, VersionWindow } from "./version-filter.ts";
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
} from "./version-rows-sql.ts";
import { insertVersion, liveClasses, pointLatest } from "./version-writes-sql.ts";

/** Most keys in one statement; each takes two of SQLite's 32,766 variables. */
const keysAtOnce = 1_000;

/** The versions of objects and their aliases, in the records. */
export class ObjectsStore {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  /** Whether this content is stored already, and `latest` points at it. */
  async isLatest(project: ProjectId, key: VersionKey, signal: AbortSignal): Promise<boolean> {
    const row = await this.#records
      .reading(signal)
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
   * In one transaction, stores a version if it is new, or revives it if it was deleted, and points
   * `latest` at it. If live versions of this kind have other classes than the new one, stores
   * nothing and returns those classes.
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
        await insertVersion(tx, version, known !== undefined);
      }
      await pointLatest(tx, version);
      return undefined;
    });
  }

  /** The version with this index, deleted or not. */
  byIndex(
    project: ProjectId,
    object: string,
    index: number,
    signal: AbortSignal,
  ): Promise<VersionFacts | undefined> {
    return facts(this.#records.reading(signal), project)
      .where("v.object_id", "=", object)
      .where("v.version_index", "=", index)
      .executeTakeFirst();
  }

  /** The version with this digest, deleted or not. */
  byDigest(
    project: ProjectId,
    object: string,
    digest: string,
    signal: AbortSignal,
  ): Promise<VersionFacts | undefined> {
    return facts(this.#records.reading(signal), project)
      .where("v.object_id", "=", object)
      .where("v.digest", "=", digest)
      .executeTakeFirst();
  }

  /** The digest that an alias of an object points at. */
  async aliased(
    project: ProjectId,
    object: string,
    alias: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const row = await this.#records
      .reading(signal)
      .selectFrom("object_aliases")
      .select("digest")
      .where("project_id", "=", project)
      .where("object_id", "=", object)
      .where("alias", "=", alias)
      .executeTakeFirst();
    return row?.digest;
  }

  /** The newest version that is not deleted. */
  newest(
    project: ProjectId,
    object: string,
    signal: AbortSignal,
  ): Promise<VersionFacts | undefined> {
    return facts(this.#records.reading(signal), project)
      .where("v.object_id", "=", object)
      .where("v.deleted_at", "is", null)
      .orderBy("v.version_index", "desc")
      .limit(1)
      .executeTakeFirst();
  }

  /** Versions that are not deleted, in order. */
  query(
    project: ProjectId,
    filter: VersionFilter,
    window: VersionWindow,
    signal: AbortSignal,
  ): Promise<VersionFacts[]> {
    const reader = this.#records.reading(signal);
    let query = facts(reader, project).where("v.deleted_at", "is", null);
    if (filter.objectIds) query = query.where("v.object_id", "in", filter.objectIds);
    if (filter.kind) query = query.where("v.kind", "=", filter.kind);
    if (filter.baseClasses) query = query.where("v.base_object_class", "in", filter.baseClasses);
    if (filter.leafClasses) query = query.where("v.leaf_object_class", "in", filter.leafClasses);
    if (filter.latestOnly === true) query = query.where(isLatest, "=", 1);
    const excluded = filter.excludedBaseClasses;
    if (excluded) {
      query = query.where((eb) =>
        // A version without a class is in none of the excluded classes.
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

  /** The versions under these keys, deleted ones too; unknown keys are left out. */
  async byKeys(
    project: ProjectId,
    keys: readonly VersionKey[],
    signal: AbortSignal,
  ): Promise<VersionFacts[]> {
    const reader = this.#records.reading(signal);
    const found: VersionFacts[] = [];
    for (const some of inGroups(keys)) {
      found.push(...(await facts(reader, project).where(among(some)).execute()));
    }
    return found;
  }

  /** The values of versions. */
  async values(
    project: ProjectId,
    keys: readonly VersionKey[],
    signal: AbortSignal,
  ): Promise<readonly (VersionKey & StoredValue)[]> {
    const reader = this.#records.reading(signal);
    const found: (VersionKey & StoredValue)[] = [];
    for (const some of inGroups(keys)) {
      const rows = await versions(reader, project)
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
    signal: AbortSignal,
  ): Promise<readonly (VersionKey & { readonly alias: string })[]> {
    const reader = this.#records.reading(signal);
    const found: (VersionKey & { readonly alias: string })[] = [];
    for (const some of inGroups(keys)) {
      const rows = await reader
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
