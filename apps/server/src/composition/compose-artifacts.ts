import type { TrainingHandlers } from "@heddle/server-kit/training";
import type { Projects } from "../access/projects-sql.ts";
import type { Config } from "../config/config.ts";
import type { Context } from "../http/context.ts";
import type { Closers } from "./closers.ts";
import type { Logger } from "../http/log.ts";
import { DoomedBlobs } from "../store/doomed-blobs/doomed-blobs.ts";
import type { Stores } from "./stores.ts";
import { AbandonedArtifacts } from "../training/artifacts/abandoned-artifacts.ts";
import { Artifacts } from "../training/artifacts/artifacts.ts";
import { ArtifactUploads } from "../training/artifacts/artifact-uploads.ts";
import { ProgramUploads } from "../training/artifacts/program-uploads.ts";
import { artifactsHandlers } from "../training/artifacts/handlers.ts";

/** What artifacts stand on. */
export interface ArtifactsParts extends Pick<Stores, "records" | "blobs"> {
  readonly config: Pick<Config, "limits" | "pendingArtifactDays">;
  readonly log: Logger;
  readonly projects: Projects;
}

/** Artifacts, and the deletion of contents that nobody names any more. */
export interface ComposedArtifacts {
  readonly artifacts: Artifacts;
  readonly uploads: ProgramUploads;
  readonly handlers: TrainingHandlers<Context>["artifacts"];
  /** To call after blobs were marked for deletion. */
  readonly onDoomed: () => void;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Builds the artifacts. Adds to `closers` what must end before the stores close. */
export function composeArtifacts(parts: ArtifactsParts, closers: Closers): ComposedArtifacts {
  const { records, blobs, config, projects, log } = parts;
  const doomed = new DoomedBlobs({ records, blobs, log: log.child({ part: "blobs" }) });
  closers.add(() => doomed.close());
  doomed.sweep();
  const onDoomed = (): void => doomed.sweep();
  const abandoned = new AbandonedArtifacts({
    records,
    log: log.child({ part: "artifacts" }),
    pendingMs: config.pendingArtifactDays * dayMs,
    onDoomed,
    now: () => new Date(),
  });
  closers.add(() => abandoned.close());
  abandoned.sweep();
  const maxFileBytes = config.limits.fileBytes;
  const options = { records, blobs, projects, maxFileBytes, onDoomed };
  const artifacts = new Artifacts(options);
  const handlers = artifactsHandlers(artifacts, new ArtifactUploads(options));
  return { artifacts, uploads: new ProgramUploads(options), handlers, onDoomed };
}
