import type { Generated } from "kysely";
import type { ProjectId } from "./project-id.ts";

/** A model that is being trained. */
export interface TrainedModelsTable {
  /** Also the engine's key of the model. */
  readonly id: string;
  readonly project_id: ProjectId;
  /** The two parts of the project's name. */
  readonly entity: string;
  readonly project: string;
  readonly name: string;
  /** The name that the request gave to the base model. */
  readonly base_model: string;
  /** The base model of the engine that this name stood for when the model was made. */
  readonly base_id: string;
  readonly run_id: string | null;
  /** The highest step there ever was: a step is never used twice. */
  readonly last_step: number;
  readonly created_at: string;
  /** The highest position of its training jobs; 0 without one. */
  readonly last_position: number;
  /** When a job of it was last claimed: of the models that wait, the one that waits longest is next. */
  readonly last_turn: string | null;
}

/** What a model was after one of its training jobs. */
export interface CheckpointsTable {
  readonly id: string;
  readonly model_id: string;
  readonly step: number;
  /** The published weights; null for the untrained model, which is its base model. */
  readonly sampler_version: string | null;
  readonly created_at: string;
  /** Numbers by name, as JSON. */
  readonly metrics: string;
  /** The engine's training state, with its optimizer; null for the untrained model. */
  readonly state_name: string | null;
  /** The kind of the job that made it. */
  readonly job_kind: string | null;
}

/** What a deleted checkpoint leaves in the curve of its model. */
export type PastPointsTable = Pick<
  CheckpointsTable,
  "id" | "model_id" | "step" | "created_at" | "metrics"
>;

/** Published weights of deleted checkpoints that the engine has yet to delete. */
export interface RetiredSamplersTable {
  readonly model_key: string;
  readonly version: string;
}

/** The answer to a request with an `Idempotency-Key`, for repeats of the request. */
export interface KeptAnswersTable {
  readonly project_id: ProjectId;
  /** The operation, and what it was asked of. */
  readonly scope: string;
  readonly key: string;
  readonly body_digest: string;
  readonly created_at: string;
  /** As JSON. */
  readonly answer: string;
}

/** Trajectories of a model that came together; the file is the blob with the digest. */
export interface TrajectoryFilesTable {
  readonly id: string;
  readonly model_id: string;
  /** The newest step when they came. */
  readonly step: number;
  /** As JSON: it may have any character. */
  readonly split: string;
  readonly digest: string;
  readonly size_bytes: number;
  readonly created_at: string;
  /** The averages of these trajectories: numbers by name, as JSON. */
  readonly metrics: string;
  /** The job that trains on them; null where they were logged. */
  readonly job_id: string | null;
  /** Whether they become traces; 0 or 1. */
  readonly is_traced: Generated<number>;
}

/** A group in a file of trajectories, or a part of one with many: what lists say, and where its lines stand. */
export interface TrajectoryGroupPartsTable {
  readonly file_id: string;
  /** Counts up in the file. */
  readonly position: number;
  /** The next four are those of the file, so that lists need no other table. */
  readonly model_id: string;
  readonly step: number;
  readonly split: string;
  readonly created_at: string;
  /** The position of the group's first part. */
  readonly group_position: number;
  /** Where the JSON of the group without its trajectories stands in the file. */
  readonly group_offset: number;
  readonly group_bytes: number;
  /** The next four are of the whole group; the last two null where it has no trajectory. */
  readonly num_trajectories: number;
  readonly num_exceptions: number;
  readonly mean_reward: number | null;
  readonly reward_std_dev: number | null;
  /** Trajectories of the group before this part. */
  readonly first_index: number;
  /** Reward, offset and bytes of each trajectory of the part, as a JSON list of lists. */
  readonly trajectories: string;
}

/** Files of trajectories that an older release kept, and whose groups are not recorded yet. */
export interface UnreadTrajectoryFilesTable {
  readonly file_id: string;
  readonly model_id: string;
}

/** A training job. It stays when its model is deleted, so that its client learns how it ended. */
export interface TrainingJobsTable {
  readonly id: string;
  readonly model_id: string;
  readonly project_id: ProjectId;
  /** The two parts of the project's name. */
  readonly entity: string;
  readonly project: string;
  /** Of the model: the name that its creator gave to the base model, and what it stands for. */
  readonly base_model: string;
  readonly base_id: string;
  /** Counts up for each model: its jobs run in this order. */
  readonly position: number;
  readonly kind: string;
  readonly status: "queued" | "running" | "succeeded" | "failed";
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** The blob with the input. */
  readonly input_digest: string;
  /** As sent, as JSON. */
  readonly config: string | null;
  readonly data_url: string | null;
  /** The blob with the examples as they were read, which a resumed job reads again. */
  readonly data_digest: string | null;
  /** Engine and versions that ran it, as JSON. */
  readonly recipe: string | null;
  /** The checkpoint that it starts from, its training state, and the kind of job that made it. */
  readonly start_step: number | null;
  readonly start_state: string | null;
  readonly start_kind: string | null;
  readonly num_steps: number | null;
  /** Steps whose events are recorded. */
  readonly done_steps: number;
  /** The checkpoint that it made. */
  readonly step: number | null;
  readonly error: string | null;
  /** What whoever sent it should know, as a JSON list; null until it has succeeded. */
  readonly warnings: string | null;
  /** One claim of a runner; null while no runner has the job. */
  readonly lease_id: string | null;
  /** After this moment another runner may claim the job. */
  readonly lease_until: string | null;
  /** Before this moment no runner claims it. */
  readonly not_before: string;
  /** How often it was claimed: names of what a claim saves end in this number. */
  readonly claims: number;
  /** Claims since the job last saved its state, the present one included. */
  readonly setbacks: number;
  /** The training state that is being saved, so that a sweep spares it. */
  readonly saving_state: string | null;
  /** The last training state inside of the job, and the steps that it contains. */
  readonly saved_state: string | null;
  readonly saved_steps: number;
  /** The step that it is held near to: by number, or so many before its start; null where there is none. */
  readonly reference_step: number | null;
  readonly reference_lag: number | null;
}

/** What happened in a training job. */
export interface TrainingEventsTable {
  readonly id: string;
  readonly job_id: string;
  /** 0 for the start, then one for each step. */
  readonly position: number;
  readonly type: "training_started" | "gradient_step" | "training_ended" | "training_failed";
  readonly created_at: string;
  /** As JSON. */
  readonly data: string;
}

/** Models whose training states in the engine may be more than the records need. */
export interface UnsweptModelsTable {
  readonly model_key: string;
  /** Changes with each new reason to sweep, so that a sweep under way does not take it for done. */
  readonly mark: string;
}

/** Trajectories that came together and are not all traces yet. The row goes when they are. */
export interface UntracedTrajectoriesTable {
  /** Of their job, or of their file: the ids of the calls follow from it. */
  readonly id: string;
  /** null for trajectories that were only logged. */
  readonly job_id: string | null;
  readonly model_id: string;
  /** The name of the model, which may be deleted meanwhile. */
  readonly model: string;
  /** The two parts of the project's name. */
  readonly entity: string;
  readonly project: string;
  /** As JSON: it may have any character. */
  readonly split: string;
  /** The newest step when they came. */
  readonly step: number;
  /** The blob with the trajectories. */
  readonly digest: string;
  /** Who sent them. */
  readonly user_name: string;
  readonly created_at: string;
  /** How many of them are traces, from the first on. */
  readonly traced: number;
}
