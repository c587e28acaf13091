import type { SomeHandlers } from "@heddle/server-kit";
import { trainingApp, trainingService, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Principal } from "../access/principal.ts";
import type { MountedService } from "../http/areas.ts";
import type { Context } from "../http/context.ts";
import { Readiness } from "../http/readiness.ts";
import { atSharedAddress } from "./at-shared-address.ts";
import type { Chat } from "../inference/chat/chat.ts";
import { inferenceAnswerTo } from "../inference/service/refusal-answers.ts";
import { serviceOptions, type ServiceParts } from "./service-options.ts";
import type { Stores } from "./stores.ts";
import { completionsHandlers } from "../training/completions/handlers.ts";
import { serviceHandlers } from "../training/service/handlers.ts";
import { SystemCheck } from "../training/service/system-check.ts";

/** The parts that the training service needs. */
export interface TrainingParts extends ServiceParts, Pick<Stores, "records"> {
  readonly chat: Chat;
}

/**
 * Mounts the training service under its own prefix, and at the address that it shares with
 * inference.
 */
export function composeTraining(parts: TrainingParts): readonly MountedService[] {
  const { records } = parts;
  const stores = new Readiness({
    records: (signal) => records.ping(signal),
  });
  const systemCheck = new SystemCheck({
    hasRecords: async () => (await stores.health()).isReady,
  });
  const handlers: SomeHandlers<TrainingHandlers<Context>> = {
    chat: completionsHandlers(parts.chat),
    service: serviceHandlers(systemCheck),
  };
  const options = {
    ...serviceOptions("training", parts, inferenceAnswerTo),
    partial: true as const,
  };
  return atSharedAddress({
    service: trainingService,
    handlers,
    app: (errorBody) => trainingApp<Principal, Context>(handlers, { ...options, errorBody }),
  });
}
