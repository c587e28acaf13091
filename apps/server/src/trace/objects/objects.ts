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
import { RefStrings } from "../digests/ref-strings.ts";
import { internalRule } from "../digests/rewrite-refs.ts";
import { JsonPlaces } from "../json-text/json-places.ts";
import { refScope } from "../refs/ref-scope.ts";
import { checkExpectedDigest } from "../digests/expected-digest.ts";
import type { WithoutProject } from "../without-project.ts";
import type { BuiltinClasses } from "./builtin/classes.ts";
import { expandBuiltin } from "./builtin/expand.ts";
import { FileNamesCheck } from "./file-names.ts";
import { LabelsStore } from "./labels-sql.ts";
import { checkObjectId, classesOf, kindOf } from "./object.ts";
import { checkDeletion, TooManyVersions, VersionsMissing } from "./object-deletion.ts";
import { liveVersion, ObjectNameTaken } from "./object-refusals.ts";
import { ObjectsStore } from "./objects-sql.ts";
import { windowOf } from "../query/window.ts";
import { versionFilter, versionOrder } from "./version-filter.ts";
import { ObjectAnswers } from "./object-answers.ts";
import { ObjectValues } from "./object-values.ts";
import { contentKey, type VersionKey } from "./version-rows-sql.ts";

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
  /** Most tags in one answer, and most aliases; 100,000 by default. */
  readonly maxAnswerLabels?: number;
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
      labels: new LabelsStore(options.records),
      values: this.#values,
      maxBytes: options.maxAnswerBytes ?? requestBounds.answerBytes.limit,
      maxLabels: options.maxAnswerLabels ?? requestBounds.listedLabels.limit,
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
    const turn = new LoopTurn();
    const { text, digest } = await this.#content(requester, object, valText, turn);
    checkExpectedDigest(object.expected_digest, digest);
    checkObjectId(object.object_id);
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
    const named = await this.#store.named(project.id, object_id, digest, signal);
    const found = liveVersion(named, request);
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
    const { limit, offset } = windowOf(request, "ignored");
    const window = {
      order: versionOrder(request.sort_by),
      limit: Math.min(limit, this.#maxAnswerVersions + 1),
      offset,
    };
    const found = await this.#store.query(project.id, filter, window, signal);
    if (found.length > this.#maxAnswerVersions) throw new QueryLimit("rows");
    return this.#answers.of(requester, project, request, found, signal);
  }

  /**
   * Deletes versions of an object with their tags and aliases, or all of its versions.
   *
   * @throws Missing if a name means no live version, or two names mean the same: then it deletes
   * nothing.
   */
  async delete(
    project: WritableProject,
    { object_id, digests }: WithoutProject<Trace.ObjectDeleteRequest>,
  ): Promise<Trace.ObjectDeleteResult> {
    checkDeletion(digests ?? []);
    const object = { project_id: project.id, object_id };
    const names = new Set(digests);
    const deleted_at = this.#now().toISOString();
    const outcome =
      names.size === 0
        ? await this.#store.deleteAll(object, deleted_at, this.#maxAnswerVersions)
        : await this.#store.deleteNamed(object, names, deleted_at);
    if ("tooMany" in outcome) throw new TooManyVersions(object_id, outcome.tooMany);
    if ("live" in outcome) throw new VersionsMissing(object_id, names, outcome.live);
    const { deleted } = outcome;
    if (deleted.length === 0) throw new Missing(`Object ${object_id.slice(0, 200)} not found`);
    return { num_deleted: deleted.length, deleted_versions: [...deleted] };
  }

  /**
   * The contents of versions of one project by {@link contentKey}, for reading refs. Versions that
   * do not exist are left out.
   */
  async contents(
    project: ProjectId,
    keys: readonly VersionKey[],
    signal: AbortSignal,
  ): Promise<Map<string, ObjectContent>> {
    const found = await this.#store.byKeys(project, keys, signal);
    const texts = await this.#answers.texts(
      project,
      found.filter((version) => version.deleted_at === null),
      signal,
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
}
