import { sql, type Transaction } from "kysely";
import type { ProjectId, WritableId } from "../../access/project-id.ts";
import { currentRequest } from "../../budgets/current-request.ts";
import { QueryLimit } from "../../store/errors.ts";
import type { Records } from "../../store/records/records.ts";
import type { ObjectVersionsTable, Schema } from "../../store/records/schema.ts";
import {
  among,
  contentKey,
  inGroups,
  latest,
  type VersionKey,
  versions,
} from "./version-rows-sql.ts";

/** A version that gets labels. */
export interface OwnVersion extends VersionKey {
  readonly project_id: WritableId;
}

/** Whether a version is live; undefined if it was never stored. */
export type Lifetime = Pick<ObjectVersionsTable, "deleted_at"> | undefined;

/** The labels of versions by {@link contentKey}, sorted. The alias `latest` is left out. */
export interface Labels {
  readonly tags: ReadonlyMap<string, readonly string[]>;
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}

/** A label of a version. */
interface Label extends VersionKey {
  readonly name: string;
}

/** The tags and aliases of object versions, in the records. */
export class LabelsStore {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  /** Adds tags to a live version. For any other version it stores nothing. */
  addTags(version: OwnVersion, tags: readonly string[]): Promise<Lifetime> {
    const { project_id, object_id, digest } = version;
    return this.#ifLive(version, tags, async (tx) => {
      await tx
        .insertInto("object_tags")
        .values(tags.map((tag) => ({ project_id, object_id, digest, tag })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }

  async removeTags(version: OwnVersion, tags: readonly string[]): Promise<void> {
    if (tags.length === 0) return;
    await this.#records.writing
      .deleteFrom("object_tags")
      .where("project_id", "=", version.project_id)
      .where("object_id", "=", version.object_id)
      .where("digest", "=", version.digest)
      .where("tag", "in", tags)
      .execute();
  }

  /** Points aliases at a live version. For any other version it stores nothing. */
  setAliases(version: OwnVersion, aliases: readonly string[]): Promise<Lifetime> {
    const { project_id, object_id, digest } = version;
    return this.#ifLive(version, aliases, async (tx) => {
      await tx
        .insertInto("object_aliases")
        .values(aliases.map((alias) => ({ project_id, object_id, digest, alias })))
        .onConflict((conflict) =>
          conflict.columns(["project_id", "object_id", "alias"]).doUpdateSet({ digest }),
        )
        .execute();
    });
  }

  async removeAliases(
    project: WritableId,
    object: string,
    aliases: readonly string[],
  ): Promise<void> {
    if (aliases.length === 0) return;
    await this.#records.writing
      .deleteFrom("object_aliases")
      .where("project_id", "=", project)
      .where("object_id", "=", object)
      .where("alias", "in", aliases)
      .execute();
  }

  /** The tags of a project, each once, sorted; at most `limit`. */
  async tags(project: ProjectId, limit: number, signal: AbortSignal): Promise<string[]> {
    const rows = await this.#records
      .reading(signal)
      .selectFrom("object_tags")
      .select("tag")
      .distinct()
      .where("project_id", "=", project)
      .orderBy("tag")
      .limit(limit)
      .execute();
    return rows.map(({ tag }) => tag);
  }

  /** The aliases of a project, each once, sorted; at most `limit`. */
  async aliases(project: ProjectId, limit: number, signal: AbortSignal): Promise<string[]> {
    const reader = this.#records.reading(signal);
    // A deletion leaves objects whose latest version has no row in the table.
    const live = versions(reader, project)
      .select(sql.lit(latest).as("alias"))
      .where("v.deleted_at", "is", null)
      .limit(1);
    const rows = await reader
      .selectFrom("object_aliases")
      .select("alias")
      .where("project_id", "=", project)
      .where("alias", "!=", latest)
      .union(reader.selectFrom(live.as("one")).select("one.alias"))
      .orderBy("alias")
      .limit(limit)
      .execute();
    return rows.map(({ alias }) => alias);
  }

  /**
   * The labels of versions.
   *
   * @throws QueryLimit if they have more than `limit` tags, or more than `limit` aliases.
   */
  async of(
    project: ProjectId,
    keys: readonly VersionKey[],
    limit: number,
    signal: AbortSignal,
  ): Promise<Labels> {
    const reader = this.#records.reading(signal);
    const tags = await namesOf(keys, limit, (some, atMost) =>
      reader
        .selectFrom("object_tags as v")
        .select(["v.object_id", "v.digest", "v.tag as name"])
        .where("v.project_id", "=", project)
        .where(among(some))
        .orderBy("v.tag")
        .limit(atMost)
        .execute(),
    );
    const aliases = await namesOf(keys, limit, (some, atMost) =>
      reader
        .selectFrom("object_aliases as v")
        .select(["v.object_id", "v.digest", "v.alias as name"])
        .where("v.project_id", "=", project)
        .where("v.alias", "!=", latest)
        .where(among(some))
        .orderBy("v.alias")
        .limit(atMost)
        .execute(),
    );
    return { tags, aliases };
  }

  #ifLive(
    { project_id, object_id, digest }: OwnVersion,
    labels: readonly string[],
    write: (tx: Transaction<Schema>) => Promise<void>,
  ): Promise<Lifetime> {
    return this.#records.transaction(async (tx) => {
      const found = await versions(tx, project_id)
        .select("v.deleted_at")
        .where("v.object_id", "=", object_id)
        .where("v.digest", "=", digest)
        .executeTakeFirst();
      if (found?.deleted_at === null && labels.length > 0) await write(tx);
      return found;
    });
  }
}

async function namesOf(
  keys: readonly VersionKey[],
  limit: number,
  read: (some: readonly VersionKey[], atMost: number) => Promise<readonly Label[]>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  let left = limit;
  for (const some of inGroups(keys)) {
    const labels = await read(some, left + 1);
    left -= labels.length;
    if (left < 0) throw new QueryLimit("rows");
    currentRequest()?.hold(labels.reduce((sum, { name }) => sum + name.length, 0));
    for (const label of labels) {
      const key = contentKey(label);
      const ofVersion = names.get(key);
      if (ofVersion) ofVersion.push(label.name);
      else names.set(key, [label.name]);
    }
  }
  return names;
}
