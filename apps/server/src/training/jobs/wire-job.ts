import type { Training } from "@heddle/types";
import { wireTime } from "../wire-time.ts";
import { adapterShape } from "./adapter-shape.ts";
import type { JobEvent } from "./job-events-sql.ts";
import type { TrainingJob } from "./training-job.ts";

/** A job as clients read it. */
export function wireJob(job: TrainingJob): Training.TrainingJob {
  const { id, kind, modelId, status, createdAt, startedAt, finishedAt, step, error } = job;
  return {
    id,
    object: "training_job",
    type: kind,
    model_id: modelId,
    status,
    created_at: wireTime(createdAt),
    started_at: startedAt === null ? null : wireTime(startedAt),
    finished_at: finishedAt === null ? null : wireTime(finishedAt),
    step,
    num_sequences: job.numSteps,
    completed_sequences: job.doneSteps,
    error: error === null ? null : { message: error },
    warnings: [...job.warnings],
    recipe: {
      base_model: job.baseModel,
      engine_model: job.baseId,
      engine: job.machine?.engine ?? null,
      server_version: job.machine?.serverVersion ?? null,
      ...adapterShape,
      start_step: job.startStep,
      config: job.config === null ? null : { ...job.config },
      training_data_url: job.dataUrl,
      input_digest: job.inputDigest,
      data_digest: job.dataDigest,
    },
  };
}

/** An event as clients read it. The journal gave each type its data. */
export function wireEvent({ id, type, data }: JobEvent): Training.TrainingEvent {
  return { id, type, data } as Training.TrainingEvent;
}
