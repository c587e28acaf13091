import { type TrainingHandlers, trainingService } from "@heddle/server-kit/training";
import type { Hono } from "hono";
import { serviceStub, type StubOptions } from "../service-stub.ts";
import type { StubContext } from "../stub-context.ts";
import { artifacts } from "./artifacts.ts";
import { baseModels } from "./base-models.ts";
import { chat } from "./chat.ts";
import { checkpoints } from "./checkpoints.ts";
import { document } from "./from-examples.ts";
import { models } from "./models.ts";
import { service } from "./service.ts";
import { sftTrainingJobs } from "./sft-training-jobs.ts";
import { trainingJobs } from "./training-jobs.ts";
import { trajectories } from "./trajectories.ts";

/** Training, answered from the examples of its document. */
export function trainingStub(options?: StubOptions): Hono {
  const handlers: TrainingHandlers<StubContext> = {
    chat,
    models,
    checkpoints,
    baseModels,
    trajectories,
    trainingJobs,
    sftTrainingJobs,
    artifacts,
    service,
  };
  return serviceStub(trainingService, handlers, document, options);
}
