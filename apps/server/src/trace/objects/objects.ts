import type { Trace } from "@heddle/types";
import { requestBounds } from "../../config/request-bounds.ts";
import { Missing } from "../../refusals/refusal.ts";
import type { Project, ProjectId, WritableProject } from "../../access/project-id.ts";
import type { Projects } from "../../access/projects-sql.ts";
import type { Requester } from "../../access/requester.ts";
import { inTurns, LoopTurn } from "../../budgets/loop-turns.ts";
import type { Blobs } from "../../store/blobs/blobs.ts";
import { QueryLimit } from "../../store/errors.ts";
import type { Records } from "../../store/records/records.ts";
import { type Content, contentOf } from "../digests/content.ts";
import { isContentHash, isVersion } from "../digests/digest.ts";
import { RefStrings } from "../digests/ref-strings.ts";
import { internalRule } from "../digests/rewrite-refs.ts";
import { JsonPlaces } from "../json-text/json-places.ts";
import { refScope } from "../refs/ref-scope.ts";
import { checkExpectedDigest } from "../digests/expected-digest.ts";
import type { WithoutProject } from "../without-project.ts";
import type { BuiltinClasses } from "./builtin/classes.ts";
import { expandBuiltin } from "./builtin/expand.ts";
import { FileNamesCheck } from "./file-names.ts";
import { checkObjectId, classesOf, kindOf } from "./object.ts";
import { ObjectDeleted, ObjectNameTaken } from "./object-refusals.ts";
import { ObjectsStore } from "./objects-sql.ts";
import { versionFilter, versionOrder } from "./version-filter.ts";
import { ObjectAnswers } from "./object-answers.ts";
import { ObjectValues } from "./object-values.ts";
import { contentKey, type VersionFacts, type VersionKey } from "./version-rows-sql.ts";

export { contentKey };

/** The stores and bounds of objects. */
export interface ObjectsOptions {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly projects: Projects;
  readonly builtin: BuiltinClasses;
  /** Most bytes of one value as stored; 32 MiB by default. */
  readonly maxValueBytes?: number;
  /** Most bytes of values in one answer; 256 MiB by default. */
  readonly maxAnswerBytes?: number;
  /** Most versions in one answer; 100,000 by default. */
  readonly maxAnswerVersions?: number;
  readonly now?: () => Date;
}

/** An object to store, without its project and its value. */
export type NewObject = Omit<Trace.ObjectCreate, "project_id" | "val">;

/** The content of a version, for reading refs. */
export interface ObjectContent {
  readonly isDeleted: boolean;
  /** Canonical text with refs in internal form; absent if the version is deleted. */
  readonly text: string | undefined;
}

/** Stores and reads objects and their versions. */
export class Objects {
  readonly #store: ObjectsStore;
  readonly #values: ObjectValues;
  readonly #answers: ObjectAnswers;
  readonly #projects: Projects;
  readonly #builtin: BuiltinClasses;
  readonly #maxValueBytes: number;
  readonly #maxAnswerVersions: number;
  readonly #now: () => Date;

  constructor(options: ObjectsOptions) {
    this.#store = new ObjectsStore(options.records);
    this.#values = new ObjectValues(options.blobs);
    this.#projects = options.projects;
    this.#builtin = options.builtin;
    this.#maxValueBytes = options.maxValueBytes ?? requestBounds.valueBytes.limit;
    this.#answers = new ObjectAnswers({
      store: this.#store,
      values: this.#values,
      maxBytes: options.maxAnswerBytes ?? requestBounds.answerBytes.limit,
    });
    this.#maxAnswerVersions = options.maxAnswerVersions ?? requestBounds.listedVersions.limit;
    this.#now = options.now ?? (() => new Date());
  }

  /**
   * Stores a value, given as JSON text, as the latest version of an object. The same value again
   * makes no new version.
   */
  async create(
    requester: Requester,
    project: WritableProject,
    object: NewObject,
    valText: string,
    signal: AbortSignal,
  ): Promise<Trace.ObjectCreateResult> {
    checkObjectId(object.object_id);
    const turn = new LoopTurn();
    const { text, digest } = await this.#content(requester, object, valText, turn);
    checkExpectedDigest(object.expected_digest, digest);
    await inTurns(new FileNamesCheck(text), turn);

    const project_id = await this.#projects.ensure(project);
    const key = { object_id: object.object_id, digest };
    // Clients publish the same value many times; a repetition then costs one read.
    if (await this.#store.isLatest(project_id, key, signal)) return key;
    const val = new JsonPlaces(text);
    const classes = classesOf(val);
    const version = {
      ...key,
      project_id,
      kind: kindOf(val),
      base_object_class: classes?.base ?? null,
      leaf_object_class: classes?.leaf ?? null,
      size_bytes: text.length,
      created_at: this.#now().toISOString(),
      wb_user_id: requester.principal.userName,
      ...(await this.#values.keep(text)),
    };
    const existing = await this.#store.create(version);
    if (existing !== undefined) {
      throw new ObjectNameTaken(version, existing);
    }
    return key;
  }

  /** One version, by digest, index, alias or as the latest. Throws `Missing`. */
  async read(
    requester: Requester,
    project: Project,
    request: WithoutProject<Trace.ObjectReadRequest>,
    signal: AbortSignal,
  ): Promise<Trace.ObjectVersion> {
    const { object_id, digest } = request;
    const found = await this.#resolve(project.id, object_id, digest, signal);
    if (found === undefined) {
      const asked = `${object_id}:${digest}`;
      throw new Missing(`Object ${asked.slice(0, 200)} not found`);
    }
    if (found.deleted_at !== null) {
      throw new ObjectDeleted(found.object_id, digest, found.deleted_at);
    }
    const [version] = await this.#answers.of(requester, project, request, [found], signal);
    if (version === undefined) throw new Error("One version gave no answer.");
    return version;
  }

  /** The versions that match a filter. */
  async query(
    requester: Requester,
    project: Project,
    request: WithoutProject<Trace.ObjectsQuery>,
    signal: AbortSignal,
  ): Promise<Trace.ObjectVersion[]> {
    const filter = versionFilter(request.filter ?? {});
    if (filter === "nothing") return [];
    const { limit, offset } = request;
    const isLimited = typeof limit === "number" && limit >= 0;
    const window = {
      order: versionOrder(request.sort_by ?? []),
      limit: Math.min(isLimited ? limit : Infinity, this.#maxAnswerVersions + 1),
      offset: Math.max(offset ?? 0, 0),
    };
    const found = await this.#store.query(project.id, filter, window, signal);
    if (found.length > this.#maxAnswerVersions) throw new QueryLimit("rows");
    return this.#answers.of(requester, project, request, found, signal);
  }

  /**
   * The contents of versions of one project by {@link contentKey}, for reading refs. Versions that
   * do not exist are left out.
   *
   * @throws QueryLimit if the values have more than `maxBytes`.
   */
  async contents(
    project: ProjectId,
    keys: readonly VersionKey[],
    signal: AbortSignal,
    maxBytes?: number,
  ): Promise<Map<string, ObjectContent>> {
    const found = await this.#store.byKeys(project, keys, signal);
    const texts = await this.#answers.texts(
      project,
      found.filter((version) => version.deleted_at === null),
      signal,
      maxBytes,
    );
    return new Map(
      found.map((version) => {
        const key = contentKey(version);
        return [key, { isDeleted: version.deleted_at !== null, text: texts.get(key) }];
      }),
    );
  }

  async #content(
    requester: Requester,
    object: NewObject,
    valText: string,
    turn: LoopTurn,
  ): Promise<Content> {
    const { lookup } = refScope(requester);
    const options = {
      strings: () => new RefStrings(internalRule(lookup)),
      maxBytes: this.#maxValueBytes,
      value: "The value",
    };
    const content = await contentOf(valText, options, turn);
    const requested = object.builtin_object_class ?? object.set_base_object_class;
    const expanded = expandBuiltin(content.text, requested, this.#builtin);
    return expanded === content.text ? content : contentOf(expanded, options, turn);
  }

  async #resolve(
    project: ProjectId,
    object: string,
    reference: string,
    signal: AbortSignal,
  ): Promise<VersionFacts | undefined> {
    const store = this.#store;
    if (isVersion(reference)) {
      const index = Number(reference.slice(1));
      if (!Number.isSafeInteger(index)) return undefined;
      return store.byIndex(project, object, index, signal);
    }
    if (isContentHash(reference)) return store.byDigest(project, object, reference, signal);
    const aliased = await store.aliased(project, object, reference, signal);
    if (aliased !== undefined) return store.byDigest(project, object, aliased, signal);
    if (reference === "latest") return store.newest(project, object, signal);
    return store.byDigest(project, object, reference, signal);
  }
}
