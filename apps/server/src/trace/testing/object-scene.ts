import type { Trace } from "@heddle/types";
import type { WritableProject } from "../../access/project-id.ts";
import type { Requester } from "../../access/requester.ts";
import { builtinClasses } from "../objects/builtin/classes.ts";
import { Objects, type ObjectsOptions } from "../objects/objects.ts";
import { answered } from "./outcomes.ts";
import { traceRecords, type TraceRecords } from "./trace-records.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";

/** Objects on fresh stores for a test. One author uses one project after the other. */
export class ObjectScene {
  readonly stores: TraceRecords;
  readonly author: Requester;
  readonly #objects: Objects;
  #projects = 0;
  #seconds = 0;

  private constructor(stores: TraceRecords) {
    this.stores = stores;
    this.author = stores.requesterOf("acme");
    this.#objects = this.objects();
  }

  static async open(): Promise<ObjectScene> {
    return new ObjectScene(await traceRecords());
  }

  get project_id(): string {
    return `acme/p${this.#projects}`;
  }

  get project(): WritableProject {
    return this.author.projects.writable(this.project_id);
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
    return this.#objects.create(
      this.author,
      this.project,
      { object_id, ...more },
      val,
      nobodyLeaves,
    );
  }

  async read(
    object_id: string,
    digest: string,
    more: Partial<Trace.ObjectReadRequest> = {},
  ): Promise<Trace.ObjectVersion> {
    const request = { object_id, digest, ...more };
    return answered(await this.#objects.read(this.author, this.project, request, nobodyLeaves));
  }

  async list(
    { project_id = this.project_id, ...request }: Partial<Trace.ObjectsQuery> = {},
    from: Objects = this.#objects,
  ): Promise<Trace.ObjectVersion[]> {
    const project = this.author.projects.writable(project_id);
    return answered(await from.query(this.author, project, request, nobodyLeaves));
  }

  /** Marks a version as deleted, for tests of deleted versions. */
  async markDeleted(object_id: string, digest: string): Promise<void> {
    const { db } = this.stores.records;
    const { id: project } = this.project;
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

  /** Every version gets another second. */
  #now(): Date {
    this.#seconds += 1;
    return new Date(Date.UTC(2026, 0, 1, 0, 0, this.#seconds));
  }
}
