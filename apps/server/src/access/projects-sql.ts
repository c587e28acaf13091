import { LRUCache } from "lru-cache";
import type { Records } from "../store/records/records.ts";
import {
  internalProjectId,
  partsOf,
  type ProjectId,
  type ProjectName,
  type ProjectParts,
} from "./project-id.ts";
import { recordEntity } from "./record-entity-sql.ts";

/** A project as it is recorded. */
export interface ProjectRecord extends ProjectParts {
  readonly createdAt: string;
}

/** Projects remembered as recorded; one costs about 200 bytes. */
const maxRemembered = 10_000;

/** The projects in the records. A project comes into being at its first write. */
export class Projects {
  readonly #records: Records;
  readonly #recorded: LRUCache<ProjectName, ProjectId>;

  constructor(records: Records, now: () => Date = () => new Date()) {
    this.#records = records;
    this.#recorded = new LRUCache({
      max: maxRemembered,
      fetchMethod: (project) => record(records, project, now().toISOString()),
    });
  }

  /**
   * Records a project unless it is, and returns its internal id. To be called before anything is
   * stored in it; costs nothing after the first time.
   */
  ensure(project: ProjectName): Promise<ProjectId> {
    return this.#recorded.forceFetch(project);
  }

  /** A project that has been written to, or was made; undefined for any other. */
  async find(project: ProjectName, signal: AbortSignal): Promise<ProjectRecord | undefined> {
    return await this.#records
      .reading(signal)
      .selectFrom("projects")
      .select(["entity", "name", "created_at as createdAt"])
      .where("id", "=", internalProjectId(project))
      .executeTakeFirst();
  }

  /** The projects of an entity by name, from behind the name `after`, at most `limit`. */
  async list(
    entity: string,
    after: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly ProjectRecord[]> {
    return await this.#records
      .reading(signal)
      .selectFrom("projects")
      .select(["entity", "name", "created_at as createdAt"])
      .where("entity", "=", entity)
      .where("name", ">", after)
      .orderBy("name")
      .limit(limit)
      .execute();
  }
}

async function record(
  records: Records,
  project: ProjectName,
  created_at: string,
): Promise<ProjectId> {
  const id = internalProjectId(project);
  const { entity, name } = partsOf(project);
  if ((await recordedId(records, id)) !== undefined) return id;
  await records.transaction(async (tx) => {
    await recordEntity(tx, entity, created_at);
    await tx
      .insertInto("projects")
      .values({ id, entity, name, created_at })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  });
  return id;
}

async function recordedId(records: Records, id: ProjectId): Promise<ProjectId | undefined> {
  // Requests that are the first in a project share what is found.
  const row = await records
    .reading(undefined)
    .selectFrom("projects")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.id;
}
