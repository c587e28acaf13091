import type {
  ArtifactAliasesTable,
  ArtifactFilesTable,
  ArtifactsTable,
  DoomedBlobsTable,
  SigningKeysTable,
} from "./artifact-tables.ts";
import type { ProjectId } from "./project-id.ts";
import type {
  CheckpointsTable,
  KeptAnswersTable,
  PastPointsTable,
  RetiredSamplersTable,
  TrainedModelsTable,
  TrainingEventsTable,
  TrainingJobsTable,
  TrajectoryFilesTable,
  TrajectoryGroupPartsTable,
  UnreadTrajectoryFilesTable,
  UnsweptModelsTable,
  UntracedTrajectoriesTable,
} from "./training-schema.ts";

/**
 * The tables of the record store, in the subset that SQLite and PostgreSQL share: text, whole
 * numbers within ±2^53 and reals. Times are ISO-8601 UTC text, JSON is text that no query looks
 * into, yes and no are 1 and 0, and the server makes the ids.
 */
export interface Schema {
  readonly entities: EntitiesTable;
  readonly projects: ProjectsTable;
  readonly api_keys: ApiKeysTable;
  readonly object_versions: ObjectVersionsTable;
  readonly object_aliases: ObjectAliasesTable;
  readonly object_tags: ObjectTagsTable;
  readonly files: FilesTable;
  readonly chat_usage: ChatUsageTable;
  readonly trained_models: TrainedModelsTable;
  readonly checkpoints: CheckpointsTable;
  readonly past_points: PastPointsTable;
  readonly retired_samplers: RetiredSamplersTable;
  readonly kept_answers: KeptAnswersTable;
  readonly trajectory_files: TrajectoryFilesTable;
  readonly trajectory_group_parts: TrajectoryGroupPartsTable;
  readonly unread_trajectory_files: UnreadTrajectoryFilesTable;
  readonly artifacts: ArtifactsTable;
  readonly artifact_files: ArtifactFilesTable;
  readonly artifact_aliases: ArtifactAliasesTable;
  readonly signing_keys: SigningKeysTable;
  readonly doomed_blobs: DoomedBlobsTable;
  readonly training_jobs: TrainingJobsTable;
  readonly training_events: TrainingEventsTable;
  readonly unswept_models: UnsweptModelsTable;
  readonly untraced_trajectories: UntracedTrajectoriesTable;
}

/** A team or a user that owns projects and keys. */
export interface EntitiesTable {
  readonly name: string;
  readonly created_at: string;
}

/** A project. The first write to it creates its row. */
export interface ProjectsTable {
  readonly id: ProjectId;
  readonly entity: string;
  readonly name: string;
  readonly created_at: string;
}

/** An API key; only its hash is stored. */
export interface ApiKeysTable {
  /** The first 12 hex digits of the hash. */
  readonly id: string;
  /** SHA-256 of the key in hex. */
  readonly hash: string;
  readonly entity: string;
  readonly role: "admin" | "write" | "read";
  readonly user_name: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** One version of an object, named by the digest of its value. */
export interface ObjectVersionsTable {
  readonly project_id: ProjectId;
  readonly object_id: string;
  readonly digest: string;
  /** Counts up for each object; a number is never used twice. */
  readonly version_index: number;
  readonly kind: "object" | "op";
  readonly base_object_class: string | null;
  readonly leaf_object_class: string | null;
  /** Length of the canonical text in bytes. */
  readonly size_bytes: number;
  readonly created_at: string;
  readonly deleted_at: string | null;
  readonly wb_user_id: string;
  /** Digest of the blob with the canonical text, if that is too large for a row. */
  readonly val_blob: string | null;
  /** The canonical JSON text; null exactly when `val_blob` is set. */
  readonly val: string | null;
}

/** A name for one version of an object, such as `latest`. The version is never a deleted one. */
export interface ObjectAliasesTable {
  readonly project_id: ProjectId;
  readonly object_id: string;
  readonly alias: string;
  readonly digest: string;
}

/** A label of one version of an object. The version is never a deleted one. */
export interface ObjectTagsTable {
  readonly project_id: ProjectId;
  readonly object_id: string;
  readonly digest: string;
  readonly tag: string;
}

/** A file of a project; its content is the blob with the digest. */
export interface FilesTable {
  readonly project_id: ProjectId;
  readonly digest: string;
  readonly name: string;
  readonly size_bytes: number;
  readonly created_at: string;
}

/** What a project used of a model in an hour. */
export interface ChatUsageTable {
  /** When the hour begins: `2026-11-23T17:00:00Z`. */
  readonly hour: string;
  /** The entity of the keys. */
  readonly entity: string;
  /** `entity/project`; empty for the projects of an hour beyond those that are counted apart. */
  readonly project: string;
  /** As requests name it; empty where the project is. */
  readonly model: string;
  readonly requests: number;
  readonly failures: number;
  readonly prompt_tokens: number;
  readonly cached_tokens: number;
  readonly completion_tokens: number;
}
