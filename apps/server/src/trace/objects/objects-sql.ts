import type { ProjectId } from "../../access/project-id.ts";
import type { Records } from "../../store/records/records.ts";
import type { VersionFilter, VersionWindow } from "./version-filter.ts";
import {
  countLive,
  type DeletedVersion,
  deleteVersions,
  liveNamed,
  type OwnObject,
} from "./version-deletion-sql.ts";
import {
  among,
  facts,
  inGroups,
  isAmong,
  isLatest,
  latest,
  type NewVersion,
  type StoredValue,
  type VersionFacts,
  type VersionKey,
  versions,
} from "./version-rows-sql.ts";
import { versionNamed } from "./version-named-sql.ts";
import { insertVersion, liveClasses, pointLatest } from "./version-writes-sql.ts";

/** The versions that a deletion has deleted, by index. */
export interface Deleted {
  readonly deleted: readonly DeletedVersion[];
}

/** The versions of objects, in the records. */
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

  /** The version of an object that a text names, deleted or not; see {@link versionNamed}. */
  named(
    project: ProjectId,
    object: string,
    name: string,
    signal: AbortSignal,
  ): Promise<VersionFacts | undefined> {
    return versionNamed(this.#records.reading(signal), project, object, name);
  }

  /**
   * In one transaction, deletes the live versions that names mean. If a name means none, or two names
   * mean the same, it deletes nothing, and returns the digest of each name that means one.
   */
  deleteNamed(
    object: OwnObject,
    names: ReadonlySet<string>,
    deleted_at: string,
  ): Promise<Deleted | { readonly live: ReadonlyMap<string, string> }> {
    return this.#records.transaction(async (tx) => {
      const live = await liveNamed(tx, object, names);
      const digests = new Set(live.values());
      if (digests.size < names.size) return { live };
      return { deleted: await deleteVersions(tx, object, [...digests], deleted_at) };
    });
  }

  /**
   * In one transaction, deletes all live versions of an object. If there are more than `most`, it
   * deletes nothing, and returns their number.
   */
  deleteAll(
    object: OwnObject,
    deleted_at: string,
    most: number,
  ): Promise<Deleted | { readonly tooMany: number }> {
    return this.#records.transaction(async (tx) => {
      const count = await countLive(tx, object);
      if (count > most) return { tooMany: count };
      return { deleted: await deleteVersions(tx, object, "all", deleted_at) };
    });
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
    const { aliases, tags } = filter;
    if (aliases) {
      query = query.where((eb) => {
        const named = eb
          .selectFrom("object_aliases as a")
          .select(["a.object_id", "a.digest"])
          .where("a.project_id", "=", project)
          .where("a.alias", "in", aliases);
        const isNamed = isAmong(named);
        return aliases.includes(latest) ? eb.or([isNamed, eb(isLatest, "=", 1)]) : isNamed;
      });
    }
    if (tags) {
      query = query.where((eb) =>
        isAmong(
          eb
            .selectFrom("object_tags as t")
            .select(["t.object_id", "t.digest"])
            .where("t.project_id", "=", project)
            .where("t.tag", "in", tags),
        ),
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
}
