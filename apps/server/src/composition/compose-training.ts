import type { EmbeddedEngine } from "@heddle/engine";
import type { OperationSpec, SomeHandlers } from "@heddle/server-kit";
import { trainingApp, trainingService, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Principal } from "../access/principal.ts";
import type { Projects } from "../access/projects-sql.ts";
import type { MountedService } from "../http/areas.ts";
import type { Context } from "../http/context.ts";
import { Readiness } from "../http/readiness.ts";
import { atSharedAddress } from "./at-shared-address.ts";
import type { ComposedArtifacts } from "./compose-artifacts.ts";
import type { Closers } from "./closers.ts";
import type { Chat } from "../inference/chat/chat.ts";
import type { Models } from "../inference/models/models.ts";
import { composeJobs } from "./compose-jobs.ts";
import { composeTrajectoryTraces } from "./compose-trajectory-traces.ts";
import type { ComposedTrace } from "./compose-trace.ts";
import { serviceOptions, type ServiceParts } from "./service-options.ts";
import type { Stores } from "./stores.ts";
import { baseModelsHandlers } from "../training/base-models/handlers.ts";
import { TrainableBases } from "../training/base-models/trainable-bases.ts";
import { Checkpoints } from "../training/checkpoints/checkpoints.ts";
import { checkpointsHandlers, metricsHandlers } from "../training/checkpoints/handlers.ts";
import { RetiredSamplers } from "../training/checkpoints/retired-samplers.ts";
import { completionsHandlers } from "../training/completions/handlers.ts";
import { modelsHandlers } from "../training/models/handlers.ts";
import { TrainedModels } from "../training/models/trained-models.ts";
import { TrainingStates } from "../training/states/training-states.ts";
import { jobsHandlers } from "../training/jobs/handlers.ts";
import { serviceHandlers } from "../training/service/handlers.ts";
import { trainingAnswerTo } from "../training/service/refusal-answers.ts";
import { SystemCheck } from "../training/service/system-check.ts";
import { sftHandlers } from "../training/sft/handlers.ts";
import { logHandlers, trajectoriesHandlers } from "../training/trajectories/handlers.ts";
import { KeptTrajectories } from "../training/trajectories/kept-trajectories.ts";
import { TrajectoryLog } from "../training/trajectories/trajectory-log.ts";
import { trajectoryLimits } from "../training/trajectories/trajectory-limits.ts";
import { UnreadFiles } from "../training/trajectories/unread-files.ts";

/** The parts that the training service needs. */
export interface TrainingParts extends ServiceParts, Pick<Stores, "records" | "blobs"> {
  readonly chat: Chat;
  readonly engine: EmbeddedEngine;
  readonly models: Models;
  readonly projects: Projects;
  readonly artifacts: ComposedArtifacts;
  /** Where trajectories become traces. */
  readonly trace: Pick<ComposedTrace, "calls" | "feedback">;
}

/**
 * Mounts the training service under its own prefix, and at the address that it shares with
 * inference. Adds to `closers` what must end before the stores close.
 */
export function composeTraining(parts: TrainingParts, closers: Closers): readonly MountedService[] {
  const { records, blobs, engine, log, projects } = parts;
  const trainingLog = log.child({ part: "training" });
  const retired = new RetiredSamplers({ records, engine, log: trainingLog });
  closers.add(() => retired.close());
  const states = new TrainingStates({ records, engine, log: trainingLog });
  closers.add(() => states.close());
  const onRetired = (): void => {
    retired.sweep();
    states.sweep();
  };
  onRetired();
  const bases = new TrainableBases(parts.models, engine);
  const checkpoints = new Checkpoints({ records, onRetired });
  const { artifacts, onDoomed } = parts.artifacts;
  const traces = composeTrajectoryTraces({ ...parts, log: trainingLog, onDoomed }, closers);
  const jobParts = { ...parts, log: trainingLog, artifacts, checkpoints, traces, onRetired };
  const queue = composeJobs(jobParts, closers);
  const onJobsEnded = (ids: readonly string[]): void => queue.runner.ended(ids);
  const hooks = { onRetired, onJobsEnded, onDoomed };
  const models = new TrainedModels({ records, projects, bases, ...hooks });
  const unread = new UnreadFiles({ records, blobs, log: trainingLog });
  closers.add(() => unread.close());
  unread.sweep();
  const trajectories = new KeptTrajectories({ records, blobs });
  const stores = new Readiness({
    records: (signal) => records.ping(signal),
  });
  const systemCheck = new SystemCheck({
    hasRecords: async () => (await stores.health()).isReady,
    hasRunner: () => queue.runner.isOpen,
    engineAnswers: async () => (await engine.describe()).isHealthy,
  });
  const handlers: SomeHandlers<TrainingHandlers<Context>> = {
    chat: completionsHandlers(parts.chat),
    models: {
      ...modelsHandlers(models),
      ...metricsHandlers(checkpoints),
      ...logHandlers(new TrajectoryLog({ records, blobs, traces })),
    },
    trajectories: trajectoriesHandlers(trajectories),
    checkpoints: checkpointsHandlers(checkpoints),
    baseModels: baseModelsHandlers(bases),
    artifacts: parts.artifacts.handlers,
    trainingJobs: jobsHandlers(queue.jobs, queue.newJobs, () => queue.runner.wake()),
    sftTrainingJobs: sftHandlers(queue.newJobs, queue.data, () => queue.runner.wake()),
    service: serviceHandlers(systemCheck),
  };
  const options = {
    ...serviceOptions("training", parts, trainingAnswerTo),
    limitsOf: ({ id }: OperationSpec) => trajectoryLimits(id, parts.config),
    owners: {
      model: { what: "model", projectOf: (id: string) => models.projectOf(id) },
      artifact: {
        what: "artifact",
        projectOf: (id: string) => artifacts.projectOf(id),
      },
      trajectory: {
        what: "trajectory",
        projectOf: (id: string) => trajectories.projectOf(id),
      },
      job: { what: "training job", projectOf: (id: string) => queue.jobs.projectOf(id) },
    },
    partial: true as const,
  };
  return atSharedAddress({
    service: trainingService,
    handlers,
    app: (errorBody) => trainingApp<Principal, Context>(handlers, { ...options, errorBody }),
  });
}
