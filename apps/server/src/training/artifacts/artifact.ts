import type { ProjectId } from "../../access/project-id.ts";

/** A file of an artifact. */
export interface ArtifactFile {
  readonly path: string;
  readonly size: number;
  /** MD5 of the bytes in base64, as programs compute it. */
  readonly md5: string;
  /** The digest of the blob with the bytes. */
  readonly blob: string;
}

/** One version of an artifact, without its files. */
export interface Artifact {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly entity: string;
  readonly project: string;
  readonly name: string;
  readonly type: string;
  /** 0 for the first of its name. */
  readonly version: number;
  readonly state: "pending" | "committed";
  /** The text of a JSON object, as it came. */
  readonly metadata: string;
  /** The names that it gets with `latest` when it is committed. */
  readonly wantedAliases: readonly string[];
  /** MD5 of the manifest in hex; of a pending one only if its program announced it. */
  readonly digest: string | null;
  /** The blob with the manifest of a program that sent one. */
  readonly manifestBlob: string | null;
  readonly createdAt: string;
}

/** A version with what hangs on it. */
export interface WholeArtifact extends Artifact {
  /** By path. */
  readonly files: readonly ArtifactFile[];
  readonly aliases: readonly string[];
}

/** The alias that every committed version gets, and the newest keeps. */
export const latestAlias = "latest";

/** `wandb-artifact:///acme/demo/name:v0`. */
export function artifactUrl({ entity, project, name, version }: Artifact): string {
  return `wandb-artifact:///${entity}/${project}/${name}:v${version}`;
}
