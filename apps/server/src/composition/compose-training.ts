import type { EmbeddedEngine } from "@heddle/engine";
import type { SomeHandlers } from "@heddle/server-kit";
import { trainingApp, trainingService, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Principal } from "../access/principal.ts";
import type { Projects } from "../access/projects-sql.ts";
import type { MountedService } from "../http/areas.ts";
import type { Context } from "../http/context.ts";
import { Readiness } from "../http/readiness.ts";
import { atSharedAddress } from "./at-shared-address.ts";
import type { Closers } from "./closers.ts";
import type { Chat } from "../inference/chat/chat.ts";
import type { Models } from "../inference/models/models.ts";
import { inferenceAnswerTo } from "../inference/service/refusal-answers.ts";
import { serviceOptions, type ServiceParts } from "./service-options.ts";
import type { Stores } from "./stores.ts";
import { baseModelsHandlers } from "../training/base-models/handlers.ts";
import { TrainableBases } from "../training/base-models/trainable-bases.ts";
import { Checkpoints } from "../training/checkpoints/checkpoints.ts";
import { checkpointsHandlers } from "../training/checkpoints/handlers.ts";
import { RetiredSamplers } from "../training/checkpoints/retired-samplers.ts";
import { completionsHandlers } from "../training/completions/handlers.ts";
import { modelsHandlers } from "../training/models/handlers.ts";
import { TrainedModels } from "../training/models/trained-models.ts";
import { serviceHandlers } from "../training/service/handlers.ts";
import { SystemCheck } from "../training/service/system-check.ts";
import { trajectoriesHandlers } from "../training/trajectories/handlers.ts";
import { TrajectoryLog } from "../training/trajectories/trajectory-log.ts";

/** The parts that the training service needs. */
export interface TrainingParts extends ServiceParts, Pick<Stores, "records" | "blobs"> {
  readonly chat: Chat;
  readonly engine: EmbeddedEngine;
  readonly models: Models;
  readonly projects: Projects;
}

/**
 * Mounts the training service under its own prefix, and at the address that it shares with
 * inference. Adds to `closers` what must end before the stores close.
 */
export function composeTraining(parts: TrainingParts, closers: Closers): readonly MountedService[] {
  const { records, blobs, engine, log, projects } = parts;
  const retired = new RetiredSamplers({ records, engine, log: log.child({ part: "training" }) });
  closers.add(() => retired.close());
  retired.sweep();
  const onRetired = (): void => retired.sweep();
  const bases = new TrainableBases(parts.models, engine);
  const models = new TrainedModels({ records, projects, bases, onRetired });
  const checkpoints = new Checkpoints({ records, onRetired });
  const trajectories = new TrajectoryLog({ records, blobs });
  const stores = new Readiness({
    records: (signal) => records.ping(signal),
  });
  const systemCheck = new SystemCheck({
    hasRecords: async () => (await stores.health()).isReady,
    engineAnswers: async () => (await engine.describe()).isHealthy,
  });
  const handlers: SomeHandlers<TrainingHandlers<Context>> = {
    chat: completionsHandlers(parts.chat),
    models: { ...modelsHandlers(models), ...trajectoriesHandlers(trajectories) },
    checkpoints: checkpointsHandlers(checkpoints),
    baseModels: baseModelsHandlers(bases),
    service: serviceHandlers(systemCheck),
  };
  const options = {
    ...serviceOptions("training", parts, inferenceAnswerTo),
    owners: { model: { what: "model", projectOf: (id: string) => models.projectOf(id) } },
    partial: true as const,
  };
  return atSharedAddress({
    service: trainingService,
    handlers,
    app: (errorBody) => trainingApp<Principal, Context>(handlers, { ...options, errorBody }),
  });
}
