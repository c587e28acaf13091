import { BadRequest, json } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import type { Access } from "../../access/access.ts";
import type { Principal } from "../../access/principal.ts";
import { internalProjectId, type Projects } from "../../access/projects.ts";
import type { Blobs } from "../../store/blobs/blobs.ts";
import { QueryLimit } from "../../store/errors.ts";
import type { Records } from "../../store/records/records.ts";
import { contentOf, isContentHash, isVersion } from "../digests/digest.ts";
import { parseJson } from "../digests/parse-json.ts";
import { externaliseText, internaliseRefs, type VisibleProject } from "../digests/rewrite-refs.ts";
import { refScope } from "../refs/ref-scope.ts";
import { checkExpectedDigest, insertTooLarge, notFound, objectDeleted } from "../refusals.ts";
import type { BuiltinClasses } from "./builtin/classes.ts";
import { expandBuiltin } from "./builtin/expand.ts";
import { checkFileNames, checkObjectId, classesOf, kindOf } from "./object.ts";
import { ObjectsStore } from "./objects-store.ts";
import { versionFilter, versionOrder } from "./version-filter.ts";
import { ObjectValues } from "./object-values.ts";
import type { VersionFacts, VersionKey } from "./version-rows.ts";

/** What objects are made of, and where their bounds are. */
export interface ObjectsOptions {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly projects: Projects;
  readonly access: Pick<Access, "maySee">;
  readonly builtin: BuiltinClasses;
  /** Most bytes of one value as stored; 32 MiB unless told otherwise. */
  readonly maxValueBytes?: number;
  /** Most bytes of values that one answer may carry; 256 MiB unless told otherwise. */
  readonly maxAnswerBytes?: number;
  /** Most versions that one answer may list; 100,000 unless told otherwise. */
  readonly maxAnswerVersions?: number;
  readonly now?: () => Date;
}

/** What one version is to those who follow a ref. */
export interface ObjectContent {
  readonly isDeleted: boolean;
  /** Canonical text with refs in internal form; absent where the version is deleted. */
  readonly text: string | undefined;
}

/** Objects and their versions. */
export class Objects {
  readonly #store: ObjectsStore;
  readonly #values: ObjectValues;
  readonly #projects: Projects;
  readonly #access: Pick<Access, "maySee">;
  readonly #builtin: BuiltinClasses;
  readonly #maxValueBytes: number;
  readonly #maxAnswerBytes: number;
  readonly #maxAnswerVersions: number;
  readonly #now: () => Date;

  constructor(options: ObjectsOptions) {
    this.#store = new ObjectsStore(options.records);
    this.#values = new ObjectValues(options.blobs);
    this.#projects = options.projects;
    this.#access = options.access;
    this.#builtin = options.builtin;
    this.#maxValueBytes = options.maxValueBytes ?? 32 * 1024 * 1024;
    this.#maxAnswerBytes = options.maxAnswerBytes ?? 256 * 1024 * 1024;
    this.#maxAnswerVersions = options.maxAnswerVersions ?? 100_000;
    this.#now = options.now ?? (() => new Date());
  }

  /**
   * Stores a value, given as JSON text, as the latest version of an object. The same value again
   * makes no new version.
   */
  async create(
    principal: Principal,
    object: Trace.ObjectCreate,
    valText: string,
  ): Promise<Trace.ObjectCreateResult> {
    const { lookup } = refScope(this.#access, principal);
    const requested = object.builtin_object_class ?? object.set_base_object_class;
    const val = internaliseRefs(parseJson(valText), lookup);
    const stored = expandBuiltin(val, requested, this.#builtin);
    const { text, digest } = contentOf(stored);
    checkExpectedDigest(object.expected_digest, digest);
    checkObjectId(object.object_id);
    checkFileNames(stored);
    if (text.length > this.#maxValueBytes) throw insertTooLarge("The value", this.#maxValueBytes);

    const project = await this.#projects.ensure(object.project_id);
    const key = { object_id: object.object_id, digest };
    // Clients publish what they have published before, many times over: that costs one read.
    if (await this.#store.isLatest(project, key)) return key;
    const classes = classesOf(stored);
    const version = {
      ...key,
      project_id: project,
      kind: kindOf(stored),
      base_object_class: classes?.base ?? null,
      leaf_object_class: classes?.leaf ?? null,
      size_bytes: text.length,
      created_at: this.#now().toISOString(),
      wb_user_id: principal.userName,
      ...(await this.#values.keep(text)),
    };
    const existing = await this.#store.create(version);
    if (existing !== undefined) {
      throw new BadRequest(
        `${key.object_id} holds objects of class ${existing.map((name) => name ?? "none").join()}; ` +
          `choose another name for one of class ${version.base_object_class ?? "none"}`,
        {
          error_type: "ObjectNameTypeCollision",
          object_id: key.object_id,
          kind: version.kind,
          new_base_object_class: version.base_object_class,
          existing_base_object_classes: existing,
        },
      );
    }
    return key;
  }

  /** One version, by digest, index, alias or as the latest. Throws 404. */
  async read(principal: Principal, request: Trace.ObjectReadRequest): Promise<Trace.ObjectVersion> {
    const project = internalProjectId(request.project_id);
    const found = await this.#resolve(project, request.object_id, request.digest);
    if (found === undefined) {
      const asked = `${request.object_id}:${request.digest}`;
      throw notFound(`Object ${asked.slice(0, 200)} not found`);
    }
    if (found.deleted_at !== null) {
      throw objectDeleted(found.object_id, request.digest, found.deleted_at);
    }
    const [version] = await this.#answers(principal, request, [found]);
    if (version === undefined) throw new Error("One version gave no answer.");
    return version;
  }

  /** The versions that a filter lets through. */
  async query(principal: Principal, request: Trace.ObjectsQuery): Promise<Trace.ObjectVersion[]> {
    const filter = versionFilter(request.filter ?? {});
    if (filter === "nothing") return [];
    const { limit, offset } = request;
    const isLimited = typeof limit === "number" && limit >= 0;
    const found = await this.#store.query(internalProjectId(request.project_id), filter, {
      order: versionOrder(request.sort_by ?? []),
      limit: Math.min(isLimited ? limit : Infinity, this.#maxAnswerVersions + 1),
      offset: Math.max(offset ?? 0, 0),
    });
    if (found.length > this.#maxAnswerVersions) throw new QueryLimit("rows");
    return this.#answers(principal, request, found);
  }

  /**
   * The contents of versions of one project by {@link contentKey}; those that do not exist are
   * left out. For those who follow refs.
   */
  async contents(
    project: string,
    keys: readonly VersionKey[],
  ): Promise<Map<string, ObjectContent>> {
    const found = await this.#store.byKeys(project, keys);
    const texts = await this.#texts(
      project,
      found.filter((version) => version.deleted_at === null),
    );
    return new Map(
      found.map((version) => {
        const key = contentKey(version);
        return [key, { isDeleted: version.deleted_at !== null, text: texts.get(key) }];
      }),
    );
  }

  async #resolve(
    project: string,
    object: string,
    reference: string,
  ): Promise<VersionFacts | undefined> {
    if (isVersion(reference)) {
      const index = Number(reference.slice(1));
      return Number.isSafeInteger(index) ? this.#store.byIndex(project, object, index) : undefined;
    }
    if (isContentHash(reference)) return this.#store.byDigest(project, object, reference);
    const aliased = await this.#store.aliased(project, object, reference);
    if (aliased !== undefined) return this.#store.byDigest(project, object, aliased);
    if (reference === "latest") return this.#store.newest(project, object);
    return this.#store.byDigest(project, object, reference);
  }

  async #answers(
    principal: Principal,
    request: Trace.ObjectsQuery | Trace.ObjectReadRequest,
    found: readonly VersionFacts[],
  ): Promise<Trace.ObjectVersion[]> {
    const project = internalProjectId(request.project_id);
    const { visible } = refScope(this.#access, principal);
    const texts = request.metadata_only === true ? undefined : await this.#texts(project, found);
    const aliases =
      request.include_tags_and_aliases === true ? await this.#aliases(project, found) : undefined;
    const withSize = "include_storage_size" in request && request.include_storage_size === true;
    return found.map((version) => {
      const key = contentKey(version);
      return {
        project_id: request.project_id,
        object_id: version.object_id,
        created_at: version.created_at,
        deleted_at: version.deleted_at,
        digest: version.digest,
        version_index: version.version_index,
        is_latest: version.is_latest,
        kind: version.kind,
        base_object_class: version.base_object_class,
        leaf_object_class: version.leaf_object_class,
        val: texts === undefined ? {} : answered(texts.get(key), visible),
        wb_user_id: version.wb_user_id,
        size_bytes: withSize ? version.size_bytes : null,
        tags: aliases === undefined ? null : [],
        aliases: aliases?.get(key) ?? null,
      };
    });
  }

  async #texts(project: string, found: readonly VersionFacts[]): Promise<Map<string, string>> {
    const bytes = found.reduce((sum, version) => sum + version.size_bytes, 0);
    if (bytes > this.#maxAnswerBytes) throw new QueryLimit("bytes");
    const texts = new Map<string, string>();
    for (const value of await this.#store.values(project, found)) {
      texts.set(contentKey(value), await this.#values.text(value));
    }
    return texts;
  }

  async #aliases(project: string, found: readonly VersionFacts[]): Promise<Map<string, string[]>> {
    const names = new Map<string, string[]>(
      found.map((version) => [contentKey(version), version.is_latest === 1 ? ["latest"] : []]),
    );
    for (const row of await this.#store.aliases(project, found)) {
      if (row.alias !== "latest") names.get(contentKey(row))?.push(row.alias);
    }
    return names;
  }
}

/** Names a version within its project. */
export function contentKey({ object_id, digest }: VersionKey): string {
  return `${object_id}:${digest}`;
}

function answered(text: string | undefined, visible: VisibleProject): unknown {
  if (text === undefined) throw new Error("A version has no value.");
  return json<unknown>(externaliseText(text, visible));
}
