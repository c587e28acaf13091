import type { SomeHandlers } from "@heddle/server-kit";
import {
  inferenceApp,
  type InferenceHandlers,
  inferenceService,
} from "@heddle/server-kit/inference";
import type { Principal } from "../access/principal.ts";
import type { MountedService } from "../http/areas.ts";
import type { Context } from "../http/context.ts";
import { atSharedAddress } from "./at-shared-address.ts";
import { modelsHandlers } from "../inference/models/handlers.ts";
import { inferenceAnswerTo } from "../inference/service/refusal-answers.ts";
import type { EngineParts } from "./compose-models.ts";
import { serviceOptions, type ServiceParts } from "./service-options.ts";

/** The parts that the inference service needs. */
export interface InferenceParts extends ServiceParts, EngineParts {}

/**
 * Mounts the inference service under its own prefix, and at the address that it shares with
 * training.
 */
export function composeInference(parts: InferenceParts): readonly MountedService[] {
  // An operation without a handler is not built yet, and answers 501.
  const handlers: SomeHandlers<InferenceHandlers<Context>> = {
    models: modelsHandlers(parts.models),
  };
  const options = {
    ...serviceOptions("inference", parts, inferenceAnswerTo),
    partial: true as const,
  };
  return atSharedAddress({
    service: inferenceService,
    handlers,
    app: (errorBody) => inferenceApp<Principal, Context>(handlers, { ...options, errorBody }),
  });
}
