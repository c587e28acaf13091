import { randomUUID } from "node:crypto";
import type { Training } from "@heddle/types";
import type { WritableId } from "../../access/project-id.ts";
import type { RequestProjects } from "../../access/request-projects.ts";
import { requestBounds } from "../../config/request-bounds.ts";
import type { Blobs } from "../../store/blobs/blobs.ts";
import { QueueFull } from "../../store/errors.ts";
import type { Records } from "../../store/records/records.ts";
import { ModelNotFound } from "../model-not-found.ts";
import { ModelsStore } from "../models/models-sql.ts";
import type { TrainedModel } from "../models/trained-model.ts";
import {
  digestOfBody,
  keepAnswer,
  keptAnswer,
  type Repeatable,
} from "../repeats/kept-answers-sql.ts";
import { FileIndex } from "../trajectories/file-index.ts";
import { keepTrajectories, type NewTrajectories } from "../trajectories/keep-trajectories-sql.ts";
import { logMetrics } from "../trajectories/log-metrics.ts";
import { refuseManyGroups } from "../trajectories/too-many-groups.ts";
import { trajectoryLines } from "../trajectories/trajectory-lines.ts";
import type { TrajectoryTraces } from "../trajectories/trajectory-traces.ts";
import type { JobKinds } from "./job-kinds.ts";
import { insertJob, type NewJob, unfinishedCount } from "./jobs-sql.ts";
import { jobScopeOf } from "./job-scope.ts";
import type { TrainingJob } from "./training-job.ts";

/** What new jobs stand on. */
export interface NewJobsOptions {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly kinds: JobKinds;
  readonly traces: TrajectoryTraces;
  readonly now: () => Date;
}

/** A job to create. */
export interface JobRequest {
  readonly modelId: string;
  readonly config: TrainingJob["config"];
  readonly idempotencyKey: string | undefined;
}

/** A job by reward. */
export interface RewardJobRequest extends JobRequest {
  readonly groups: readonly Training.TrajectoryGroup[];
  /** Who sends them. */
  readonly userName: string;
}

/** A job on examples. */
export interface ExamplesJobRequest extends JobRequest {
  /** As the request names it: an alias may lead elsewhere when the request is repeated. */
  readonly sentUrl: string;
  /** Where it led to. */
  readonly dataUrl: string;
}

/** The input of a job, stored, and what is recorded with it. */
interface Stored extends Pick<NewJob, "kind" | "dataUrl"> {
  readonly digest: string;
  readonly sizeBytes: number;
  /** What a repeat of the request sends again. */
  readonly sent: string;
  /** Of trajectories, which the model keeps too. */
  readonly kept?: Pick<NewTrajectories, "metrics" | "parts" | "userName">;
}

/** The model that a job trains, and its project. */
interface JobTarget {
  readonly model: TrainedModel;
  readonly projectId: WritableId;
}

/** When to send a job again that found the queue full, in seconds. */
const retryAfterS = 30;

/** The split of trajectories that a job trains on. */
const split = "train";

/** Stores the input of new jobs, and puts them into the queue. Both are durable when it resolves. */
export class NewJobs {
  readonly #options: NewJobsOptions;
  readonly #models: ModelsStore;

  constructor(options: NewJobsOptions) {
    this.#options = options;
    this.#models = new ModelsStore(options.records);
  }

  /**
   * Queues a job by reward. Its trajectories are the input and a part of the model's log at once: one
   * file, and their averages with the checkpoint that is the newest now.
   *
   * @throws ModelNotFound, UnfitRequest, TooManyGroups, TooManyMetrics, KeyReused, QueueFull, DiskFull, Cancelled
   */
  async byReward(
    projects: RequestProjects,
    request: RewardJobRequest,
    signal: AbortSignal,
  ): Promise<string> {
    const { groups, config, userName } = request;
    this.#options.kinds.refuse("rl", config);
    const target = await this.#target(projects, request.modelId, signal);
    refuseManyGroups(groups);
    const metrics = groups.length === 0 ? {} : logMetrics(split, groups);
    const maxBytes = Number.MAX_SAFE_INTEGER;
    const index = new FileIndex();
    const lines = trajectoryLines(split, groups, index);
    const staged = await this.#options.blobs.stage(lines, { maxBytes, signal });
    try {
      const { digest, size: sizeBytes } = staged;
      await staged.commit();
      const input = { digest, sizeBytes, sent: digest };
      const kept = { metrics, userName, parts: index.parts() };
      const stored: Stored = { kind: "rl", dataUrl: null, ...input, kept };
      const id = await this.#queue(target, request, stored);
      this.#options.traces.begin();
      return id;
    } catch (error) {
      await staged.discard();
      throw error;
    }
  }

  /**
   * Queues a job on examples.
   *
   * @throws ModelNotFound, UnfitRequest, KeyReused, QueueFull, DiskFull, Cancelled
   */
  async onExamples(
    projects: RequestProjects,
    request: ExamplesJobRequest,
    signal: AbortSignal,
  ): Promise<string> {
    const { sentUrl: sent, dataUrl, config } = request;
    this.#options.kinds.refuse("sft", config);
    const target = await this.#target(projects, request.modelId, signal);
    const input = Buffer.from(JSON.stringify({ training_data_url: dataUrl, config }));
    const { digest, size: sizeBytes } = await this.#options.blobs.put(input);
    return await this.#queue(target, request, { kind: "sft", dataUrl, digest, sizeBytes, sent });
  }

  /** The model of a job, before anything of the request is stored. */
  async #target(
    projects: RequestProjects,
    modelId: string,
    signal: AbortSignal,
  ): Promise<JobTarget> {
    const model = await this.#models.withId(modelId, signal);
    if (model === undefined) throw new ModelNotFound();
    return { model, projectId: projects.writable(`${model.entity}/${model.project}`).id };
  }

  async #queue(
    { model, projectId }: JobTarget,
    { modelId, config, idempotencyKey: key }: JobRequest,
    { kind, dataUrl, digest, sizeBytes, sent, kept: trajectories }: Stored,
  ): Promise<string> {
    const { records, traces, now } = this.#options;
    const at = now();
    const bodyDigest = digestOfBody({ kind, sent, config });
    const repeatable: Repeatable = { scope: jobScopeOf(modelId), key, bodyDigest };
    return await records.transaction(async (tx) => {
      const kept = await keptAnswer(tx, projectId, repeatable, at);
      if (kept !== undefined) return kept as string;
      const most = requestBounds.unfinishedJobs.limit;
      if ((await unfinishedCount(tx, modelId)) >= most) {
        throw new QueueFull("training jobs of this model", retryAfterS);
      }
      const id = randomUUID();
      const createdAt = at.toISOString();
      const { entity, project, baseModel, baseId } = model;
      const named = { modelId, projectId, entity, project, baseModel, baseId };
      const reference = this.#options.kinds.referenceOf(kind, config);
      const of = { ...named, id, kind, createdAt, inputDigest: digest, config, dataUrl };
      await insertJob(tx, { ...of, reference });
      if (trajectories !== undefined && trajectories.parts.length > 0) {
        const file = { split, createdAt, digest, sizeBytes, jobId: id };
        await keepTrajectories(tx, traces, { ...trajectories, ...file, model });
      }
      await keepAnswer(tx, projectId, repeatable, id, at);
      return id;
    });
  }
}
