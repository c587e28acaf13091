import type { EmbeddedEngine } from "@heddle/engine";
import type { Closers } from "./closers.ts";
import type { Config } from "../config/config.ts";
import type { Logger } from "../http/log.ts";
import type { Blobs } from "../store/blobs/blobs.ts";
import type { Records } from "../store/records/records.ts";
import type { Artifacts } from "../training/artifacts/artifacts.ts";
import type { Checkpoints } from "../training/checkpoints/checkpoints.ts";
import { JobKinds } from "../training/jobs/job-kinds.ts";
import { JobRunner } from "../training/jobs/job-runner.ts";
import { NewJobs } from "../training/jobs/new-jobs.ts";
import { TrainingJobs } from "../training/jobs/training-jobs.ts";
import type { TrajectoryTraces } from "../training/trajectories/trajectory-traces.ts";
import { rlKind } from "../training/rl/rl-kind.ts";
import { artifactData } from "../training/sft/artifact-data.ts";
import { fileData } from "../training/sft/file-data.ts";
import { sftKind } from "../training/sft/sft-kind.ts";
import { TrainingDataSources } from "../training/sft/training-data.ts";
import { webData } from "../training/sft/web-data.ts";
import { programVersion } from "../version.ts";

/** What training jobs stand on. */
export interface JobParts {
  readonly config: Pick<Config, "trainingDataFolders" | "trainingDataPrivate">;
  readonly log: Logger;
  readonly records: Records;
  readonly blobs: Blobs;
  readonly artifacts: Artifacts;
  readonly engine: EmbeddedEngine;
  readonly checkpoints: Checkpoints;
  readonly traces: TrajectoryTraces;
  /** Called when weights or training states may be no longer needed. */
  readonly onRetired: () => void;
}

/** Training jobs, and who runs them. */
export interface ComposedJobs {
  readonly jobs: TrainingJobs;
  readonly newJobs: NewJobs;
  readonly data: TrainingDataSources;
  readonly runner: JobRunner;
}

/** Jobs that run at once: each takes the memory of an adapter with its optimizer. */
const mostAtOnce = 4;
/** A runner that is gone loses its jobs after this time. */
const leaseMs = 12_000;
const lookEveryMs = 1_000;
/** A crash costs a job at most this much work. */
const saveEveryMs = 60_000;

/** Builds the queue of training jobs and its runner. Adds to `closers` what must end before the stores close. */
export function composeJobs(parts: JobParts, closers: Closers): ComposedJobs {
  const { config, log, records, blobs, artifacts, engine, checkpoints, traces, onRetired } = parts;
  const now = (): Date => new Date();
  const web = webData({ allowsPrivate: config.trainingDataPrivate === "on" });
  const data = new TrainingDataSources({
    "https:": web,
    "http:": web,
    "file:": fileData(config.trainingDataFolders),
    "wandb-artifact:": artifactData(artifacts),
  });
  const text = (baseModel: string) => engine.text(baseModel);
  const kinds = new JobKinds({
    sft: sftKind({ blobs, data, text }),
    rl: rlKind({ records, blobs, text }),
  });
  const runner = new JobRunner({
    records,
    engine,
    checkpoints,
    kinds,
    log,
    leaseMs,
    lookEveryMs,
    saveEveryMs,
    mostAtOnce,
    machine: { engine: "embedded", serverVersion: programVersion() },
    onOver: onRetired,
    now,
    nowMs: () => performance.now(),
  });
  closers.add(() => runner.close());
  return {
    jobs: new TrainingJobs({ records, onEnded: (ids) => runner.ended(ids), now }),
    newJobs: new NewJobs({ records, blobs, kinds, traces, now }),
    data,
    runner,
  };
}
