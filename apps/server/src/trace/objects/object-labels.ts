import { requestBounds } from "../../config/request-bounds.ts";
import type { Project, WritableProject } from "../../access/project-id.ts";
import { InvalidInput, Missing } from "../../refusals/refusal.ts";
import type { Records } from "../../store/records/records.ts";
import { isContentHash } from "../digests/digest.ts";
import { checkedAliases, checkedTags, distinctLabels } from "./label-names.ts";
import { LabelsStore, type Lifetime } from "./labels-sql.ts";
import { liveVersion } from "./object-refusals.ts";
import type { VersionKey } from "./version-rows-sql.ts";

/** The store and the bound of labels. */
export interface ObjectLabelsOptions {
  readonly records: Records;
  /** Most names in one list; 100,000 by default. */
  readonly maxAnswerLabels?: number;
}

/**
 * The labels of objects: tags, which any number of versions may have, and aliases, each of which
 * points at one version of its object.
 */
export class ObjectLabels {
  readonly #store: LabelsStore;
  readonly #most: number;

  constructor({ records, maxAnswerLabels }: ObjectLabelsOptions) {
    this.#store = new LabelsStore(records);
    this.#most = maxAnswerLabels ?? requestBounds.listedLabels.limit;
  }

  /**
   * Adds tags to those of a version, which only its digest names.
   *
   * @throws InvalidInput for a text that cannot be a tag, Missing for a version that is not live.
   */
  async addTags(
    { id: project_id }: WritableProject,
    version: VersionKey,
    tags: readonly string[],
  ): Promise<void> {
    const own = { ...version, project_id };
    checkLive(await this.#store.addTags(own, checkedTags(tags)), version);
  }

  /** Removes tags from a version. Tags and versions that do not exist are no error. */
  async removeTags(
    { id: project_id }: WritableProject,
    version: VersionKey,
    tags: readonly string[],
  ): Promise<void> {
    await this.#store.removeTags({ ...version, project_id }, distinctLabels("tags", tags));
  }

  /**
   * Points aliases of an object at a version, which only its digest names.
   *
   * @throws InvalidInput for a text that cannot be an alias, Missing for a version that is not live.
   */
  async setAliases(
    { id: project_id }: WritableProject,
    version: VersionKey,
    aliases: readonly string[],
  ): Promise<void> {
    const own = { ...version, project_id };
    checkLive(await this.#store.setAliases(own, checkedAliases(aliases)), version);
  }

  /**
   * Removes aliases of an object. Aliases that do not exist are no error.
   *
   * @throws InvalidInput for a text that cannot be an alias, such as `latest`.
   */
  async removeAliases(
    { id }: WritableProject,
    object: string,
    aliases: readonly string[],
  ): Promise<void> {
    await this.#store.removeAliases(id, object, checkedAliases(aliases));
  }

  /** The tags that versions of a project have, each once, sorted. Throws `InvalidInput`. */
  async tags({ id }: Project, signal: AbortSignal): Promise<string[]> {
    return this.#listed("tags", await this.#store.tags(id, this.#most + 1, signal));
  }

  /** The aliases of a project's objects, each once, sorted. Throws `InvalidInput`. */
  async aliases({ id }: Project, signal: AbortSignal): Promise<string[]> {
    return this.#listed("aliases", await this.#store.aliases(id, this.#most + 1, signal));
  }

  #listed(kind: "tags" | "aliases", names: string[]): string[] {
    if (names.length <= this.#most) return names;
    throw new InvalidInput(
      `The project has more than ${this.#most} ${kind}, too many for one answer: ` +
        "list those of some objects with /objs/query and include_tags_and_aliases.",
    );
  }
}

function checkLive(found: Lifetime, version: VersionKey): void {
  const { object_id, digest } = version;
  if (found === undefined && !isContentHash(digest)) {
    throw new Missing(
      `Object ${`${object_id}:${digest}`.slice(0, 200)} not found: ` +
        "name the version by its digest, which /obj/read returns for any of its names.",
    );
  }
  liveVersion(found, version);
}
