import type { Projects } from "../../access/projects-sql.ts";
import type { RequestProjects } from "../../access/request-projects.ts";
import type { Records } from "../../store/records/records.ts";
import type { TrainableBase, TrainableBases } from "../base-models/trainable-bases.ts";
import { deleteCheckpoints, stepsOf } from "../checkpoints/checkpoints-sql.ts";
import { forgetPoints } from "../checkpoints/points-sql.ts";
import { jobScopeOf } from "../jobs/job-scope.ts";
import { doomJobInputs, forgetOldJobs } from "../jobs/old-jobs-sql.ts";
import { failJobs } from "../jobs/unfinished-jobs-sql.ts";
import { ModelNotFound } from "../model-not-found.ts";
import { CursorNotFound } from "../pages/cursor-not-found.ts";
import { forgetAnswers, keepAnswer } from "../repeats/kept-answers-sql.ts";
import { forgetTrajectoryFiles } from "../trajectories/trajectory-files-sql.ts";
import { UnsupportedBaseModel } from "./model-refusals.ts";
import { createdBefore, creation, insertUntrained } from "./model-creation-sql.ts";
import type { ModelRequest } from "./model-request.ts";
import { deleteModel, type ModelsOf, ModelsStore } from "./models-sql.ts";
import type { TrainedModel } from "./trained-model.ts";

/** What models stand on. */
export interface TrainedModelsOptions {
  readonly records: Records;
  readonly projects: Projects;
  readonly bases: Pick<TrainableBases, "list">;
  /** Called after published weights were marked for deletion. */
  readonly onRetired: () => void;
  /** Called after contents were marked for deletion. */
  readonly onDoomed: () => void;
  /** Called with the ids of the jobs that failed because their model was deleted. */
  readonly onJobsEnded?: (jobIds: readonly string[]) => void;
  readonly now?: () => Date;
}

/** A page of a list of models. */
export interface ModelPage {
  /** The id of the last model of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly order: "asc" | "desc";
}

/** What a deletion took away. */
export interface DeletedModel {
  readonly checkpoints: number;
  readonly hadRun: boolean;
}

/**
 * Models that are being trained.
 *
 * A new model is its base model: a fresh adapter changes nothing. So creating it writes two rows in
 * one transaction, and touches no engine.
 */
export class TrainedModels {
  readonly #records: Records;
  readonly #store: ModelsStore;
  readonly #projects: Projects;
  readonly #bases: Pick<TrainableBases, "list">;
  readonly #onRetired: () => void;
  readonly #onJobsEnded: (jobIds: readonly string[]) => void;
  readonly #onDoomed: () => void;
  readonly #now: () => Date;

  constructor(options: TrainedModelsOptions) {
    const { records, projects, bases, onRetired, onJobsEnded, onDoomed, now } = options;
    this.#records = records;
    this.#store = new ModelsStore(records);
    this.#projects = projects;
    this.#bases = bases;
    this.#onRetired = onRetired;
    this.#onDoomed = onDoomed;
    this.#onJobsEnded = onJobsEnded ?? (() => {});
    this.#now = now ?? (() => new Date());
  }

  /**
   * Makes a model with its checkpoint 0. The project comes into being with its first model.
   *
   * @throws UnsupportedBaseModel, ModelExists, KeyReused
   */
  async create(
    projects: RequestProjects,
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<TrainedModel> {
    const project = projects.writable(`${request.entity}/${request.project}`);
    const now = this.#now();
    const early = await createdBefore(this.#records.reading(signal), project, request, now);
    const bases = await this.#bases.list();
    const base = bases.find(({ name }) => name === request.baseModel);
    // Programs register their model at each start, so the common answer writes nothing.
    const mustKeep = request.idempotencyKey !== undefined && base !== undefined;
    if (early !== undefined && !mustKeep) return early;
    if (base === undefined) throw unsupported(request, bases);
    const projectId = await this.#projects.ensure(project);
    return await this.#records.transaction(async (tx) => {
      const model =
        (await createdBefore(tx, project, request, now)) ??
        (await insertUntrained(tx, { ...request, projectId, baseId: base.id }, now));
      await keepAnswer(tx, projectId, creation(request), model, now);
      return model;
    });
  }

  /**
   * The model with an id. The kit has checked that the sender may see it.
   *
   * @throws ModelNotFound
   */
  async read(id: string, signal: AbortSignal): Promise<TrainedModel> {
    const model = await this.#store.withId(id, signal);
    if (model === undefined) throw new ModelNotFound();
    return model;
  }

  /** `entity/project` of a model; undefined if nothing has this id. */
  async projectOf(id: string): Promise<string | undefined> {
    const model = await this.#store.withId(id, undefined);
    return model && `${model.entity}/${model.project}`;
  }

  /**
   * Models by creation, one more than `limit` if there are more.
   *
   * @throws CursorNotFound
   */
  async list(
    of: ModelsOf,
    { after: id, limit, order }: ModelPage,
    signal: AbortSignal,
  ): Promise<readonly TrainedModel[]> {
    const after = id === undefined ? undefined : await this.#store.withId(id, signal);
    if (id !== undefined && (after === undefined || !isOf(of, after))) {
      throw new CursorNotFound("model");
    }
    return await this.#store.list(of, { after, limit: limit + 1, order }, signal);
  }

  /**
   * Deletes a model with everything that hangs on it. Jobs that wait or run fail.
   *
   * @throws ModelNotFound
   */
  async delete(projects: RequestProjects, id: string, signal: AbortSignal): Promise<DeletedModel> {
    const { entity, project, runId } = await this.read(id, signal);
    const { id: projectId } = projects.writable(`${entity}/${project}`);
    const now = this.#now();
    const deleted = await this.#records.transaction(async (tx) => {
      if (!(await deleteModel(tx, id))) throw new ModelNotFound();
      const failedJobs = await failJobs(tx, { modelId: id }, "The model was deleted.", now);
      const steps = await stepsOf(tx, id);
      await deleteCheckpoints(tx, id, steps);
      await forgetPoints(tx, id);
      await forgetTrajectoryFiles(tx, id);
      await doomJobInputs(tx, id);
      await forgetAnswers(tx, projectId, id);
      await forgetAnswers(tx, projectId, jobScopeOf(id));
      await forgetOldJobs(tx, now);
      return { failedJobs, checkpoints: steps.length };
    });
    this.#onJobsEnded(deleted.failedJobs);
    this.#onRetired();
    this.#onDoomed();
    return { checkpoints: deleted.checkpoints, hadRun: runId !== null };
  }
}

function unsupported(
  { baseModel }: ModelRequest,
  bases: readonly TrainableBase[],
): UnsupportedBaseModel {
  return new UnsupportedBaseModel(
    baseModel,
    bases.map(({ name }) => name),
  );
}

function isOf({ entity, projectId }: ModelsOf, model: TrainedModel): boolean {
  return model.entity === entity && (projectId === undefined || model.projectId === projectId);
}
