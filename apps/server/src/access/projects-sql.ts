import { LRUCache } from "lru-cache";
import type { Records } from "../store/records/records.ts";
import {
  internalProjectId,
  partsOf,
  type ProjectId,
  type ProjectName,
  type ProjectParts,
  type WritableId,
  type WritableProject,
} from "./project-id.ts";
import { recordEntity } from "./record-entity-sql.ts";

/** A project in the records. */
export interface ProjectRecord extends ProjectParts {
  readonly createdAt: string;
}

/** Projects that the cache knows to be recorded; each takes about 200 bytes. */
const maxRemembered = 10_000;

/** The projects in the records. The first write to a project records it. */
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
   * Records a project if it is not recorded yet, and returns its internal id. Call it before you
   * store anything in the project; repeated calls cost nothing.
   */
  async ensure({ name, id }: WritableProject): Promise<WritableId> {
    await this.#recorded.forceFetch(name);
    return id;
  }

  /** A recorded project; undefined for any other. */
  async find(project: ProjectName, signal: AbortSignal): Promise<ProjectRecord | undefined> {
    return await this.#records
      .reading(signal)
      .selectFrom("projects")
      .select(["entity", "name", "created_at as createdAt"])
      .where("id", "=", internalProjectId(project))
      .executeTakeFirst();
  }

  /**
   * The projects of an entity in the order of their names, after the name `after`, at most `limit`.
   */
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
  // Concurrent first requests share this read, so no request's signal may stop it.
  const row = await records
    .reading(undefined)
    .selectFrom("projects")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.id;
}
