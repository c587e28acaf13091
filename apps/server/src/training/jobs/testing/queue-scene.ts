import { randomUUID } from "node:crypto";
import { parseProject, type WritableProject } from "../../../access/project-id.ts";
import {
  type TemporaryRecords,
  temporaryRecords,
} from "../../../store/records/testing/temporary-records.ts";
import { insertUntrained } from "../../models/model-creation-sql.ts";
import type { TrainedModel } from "../../models/trained-model.ts";
import { eventsOf, type JobEvent } from "../job-events-sql.ts";
import type { StepReference } from "../job-kind.ts";
import { insertJob, JobsStore } from "../jobs-sql.ts";
import type { TrainingJob } from "../training-job.ts";
import { failJobs } from "../unfinished-jobs-sql.ts";

/** Records with models and jobs that nobody runs. */
export class QueueScene implements AsyncDisposable {
  readonly records: TemporaryRecords;

  private constructor(records: TemporaryRecords) {
    this.records = records;
  }

  static async open(): Promise<QueueScene> {
    return new QueueScene(await temporaryRecords());
  }

  get file(): string {
    return this.records.file;
  }

  async model(name: string): Promise<TrainedModel> {
    const { id: projectId } = parseProject("acme/demo") as WritableProject;
    const named = { projectId, entity: "acme", project: "demo", name };
    const bases = { baseModel: "heddle/loom", baseId: "heddle/loom" };
    return await this.records.transaction((tx) =>
      insertUntrained(tx, { ...named, ...bases }, new Date()),
    );
  }

  /** Puts a job of a model into the queue, and returns its id. */
  async queue(
    model: TrainedModel,
    createdAt: string = new Date().toISOString(),
    reference?: StepReference,
  ): Promise<string> {
    const { id: modelId, projectId, entity, project, baseModel, baseId } = model;
    const of = { modelId, projectId, entity, project, baseModel, baseId };
    const sent = { kind: "sft", inputDigest: "", config: null, dataUrl: null } as const;
    const id = randomUUID();
    const job = { ...of, ...sent, id, createdAt, reference };
    await this.records.transaction((tx) => insertJob(tx, job));
    return id;
  }

  /** Ends a job. */
  async fail(jobId: string): Promise<void> {
    await this.records.transaction((tx) => failJobs(tx, { jobId }, "enough", new Date()));
  }

  async read(id: string): Promise<TrainingJob> {
    const job = await new JobsStore(this.records).withId(id, undefined);
    if (job === undefined) throw new Error(`There is no job ${id}.`);
    return job;
  }

  async events(id: string): Promise<readonly JobEvent[]> {
    return await eventsOf(this.records.reading(undefined), id, { after: -1, limit: 1_000 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.records.close();
  }
}
