import type { Trace } from "@heddle/types";
import type { Principal } from "../../access/principal.ts";
import { internalProjectId } from "../../access/projects.ts";
import { builtinClasses } from "../objects/builtin/classes.ts";
import { Objects, type ObjectsOptions } from "../objects/objects.ts";
import { answered } from "./outcomes.ts";
import { principalOf, traceRecords, type TraceRecords } from "./trace-records.ts";

/** Objects on stores of their own, used by one author in one project after the other. */
export class ObjectScene {
  readonly stores: TraceRecords;
  readonly author: Principal = principalOf("acme");
  readonly #objects: Objects;
  #projects = 0;
  #seconds = 0;

  private constructor(stores: TraceRecords) {
    this.stores = stores;
    this.#objects = this.objects();
  }

  static async open(): Promise<ObjectScene> {
    return new ObjectScene(await traceRecords());
  }

  get project_id(): string {
    return `acme/p${this.#projects}`;
  }

  /** Objects with other bounds on the same stores. */
  objects(options: Partial<ObjectsOptions> = {}): Objects {
    const builtin = builtinClasses({ allowPrivateProviders: false });
    return new Objects({ ...this.stores, builtin, now: () => this.#now(), ...options });
  }

  enterNewProject(): void {
    this.#projects += 1;
  }

  create(
    object_id: string,
    val: string,
    more: Partial<Trace.ObjectCreate> = {},
  ): Promise<Trace.ObjectCreateResult> {
    const { project_id } = this;
    return this.#objects.create(this.author, { project_id, object_id, val: null, ...more }, val);
  }

  async read(
    object_id: string,
    digest: string,
    more: Partial<Trace.ObjectReadRequest> = {},
  ): Promise<Trace.ObjectVersion> {
    const { project_id } = this;
    const request = { project_id, object_id, digest, ...more };
    return answered(await this.#objects.read(this.author, request));
  }

  async list(
    request: Partial<Trace.ObjectsQuery> = {},
    from: Objects = this.#objects,
  ): Promise<Trace.ObjectVersion[]> {
    const { project_id } = this;
    return answered(await from.query(this.author, { project_id, ...request }));
  }

  /** What deleting does, for the rules that deal with deleted versions. */
  async markDeleted(object_id: string, digest: string): Promise<void> {
    const { db } = this.stores.records;
    const project = internalProjectId(this.project_id);
    await db
      .updateTable("object_versions")
      .set({ deleted_at: "2026-03-15T08:00:00.000Z" })
      .where("project_id", "=", project)
      .where("object_id", "=", object_id)
      .where("digest", "=", digest)
      .execute();
    await db
      .deleteFrom("object_aliases")
      .where("project_id", "=", project)
      .where("digest", "=", digest)
      .execute();
  }

  close(): Promise<void> {
    return this.stores.records.close();
  }

  /** Every version gets a second of its own. */
  #now(): Date {
    this.#seconds += 1;
    return new Date(Date.UTC(2026, 0, 1, 0, 0, this.#seconds));
  }
}
