import type { ProjectId } from "./project-id.ts";

/** One version of an artifact. */
export interface ArtifactsTable {
  readonly id: string;
  readonly project_id: ProjectId;
  /** The two parts of the project's name. */
  readonly entity: string;
  readonly project: string;
  readonly name: string;
  readonly type: string;
  /** 0 for the first of its name; a number is never used twice. */
  readonly version: number;
  /** An abandoned one keeps its number and nothing else. */
  readonly state: "pending" | "committed" | "abandoned";
  /** JSON as it came. */
  readonly metadata: string;
  /** The names that it gets when it is committed, as JSON. */
  readonly wanted_aliases: string;
  /** MD5 of the manifest in hex; a pending one may have it announced. */
  readonly digest: string | null;
  /** The blob with the manifest of a program that sends one; null where it is made of the files. */
  readonly manifest_blob: string | null;
  /** The id that a program gave to its upload, for repeats of the upload's begin. */
  readonly client_id: string | null;
  readonly created_at: string;
  readonly committed_at: string | null;
}

/** A file of an artifact; the content is the blob. */
export interface ArtifactFilesTable {
  readonly artifact_id: string;
  readonly path: string;
  /** In base64. */
  readonly md5: string;
  readonly blob: string;
  readonly size_bytes: number;
}

/** A name for one committed version of an artifact, such as `latest`. */
export interface ArtifactAliasesTable {
  readonly project_id: ProjectId;
  readonly name: string;
  readonly alias: string;
  readonly artifact_id: string;
}

/** A secret of this server, by what it signs. */
export interface SigningKeysTable {
  readonly name: string;
  /** In base64. */
  readonly secret: string;
  readonly created_at: string;
}

/** A blob that a deleted row named. It is deleted if no other row names it. */
export interface DoomedBlobsTable {
  readonly digest: string;
}
