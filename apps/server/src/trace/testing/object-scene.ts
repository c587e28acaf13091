import type { Trace } from "@heddle/types";
import type { WritableProject } from "../../access/project-id.ts";
import type { Requester } from "../../access/requester.ts";
import { builtinClasses } from "../objects/builtin/classes.ts";
import { ObjectLabels } from "../objects/object-labels.ts";
import { Objects, type ObjectsOptions } from "../objects/objects.ts";
import { answered } from "./outcomes.ts";
import { traceRecords, type TraceRecords } from "./trace-records.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";

/** Objects on fresh stores for a test. One author uses one project after the other. */
export class ObjectScene {
  readonly stores: TraceRecords;
  readonly author: Requester;
  readonly labels: ObjectLabels;
  readonly #objects: Objects;
  #projects = 0;
  #seconds = 0;

  private constructor(stores: TraceRecords) {
    this.stores = stores;
    this.author = stores.requesterOf("acme");
    this.labels = new ObjectLabels(stores);
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

  /** Deletes versions of an object; all of them without names. */
  async delete(object_id: string, ...digests: string[]): Promise<Trace.ObjectDeleteResult> {
    return this.#objects.delete(this.project, { object_id, digests });
  }

  addTags(object_id: string, digest: string, ...tags: string[]): Promise<void> {
    return this.labels.addTags(this.project, { object_id, digest }, tags);
  }

  setAliases(object_id: string, digest: string, ...aliases: string[]): Promise<void> {
    return this.labels.setAliases(this.project, { object_id, digest }, aliases);
  }

  /** The tags and aliases of a version, as an answer has them. */
  async labelsOf(object_id: string, digest: string): Promise<Record<"tags" | "aliases", unknown>> {
    const more = { metadata_only: true, include_tags_and_aliases: true };
    const { tags, aliases } = await this.read(object_id, digest, more);
    return { tags, aliases };
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
