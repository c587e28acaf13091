import { inferenceApp, inferenceService } from "@heddle/server-kit/inference";
import type { Principal } from "../access/principal.ts";
import type { MountedService } from "../http/areas.ts";
import type { Context } from "../http/context.ts";
import { atSharedAddress } from "./at-shared-address.ts";
import type { Chat } from "../inference/chat/chat.ts";
import { chatHandlers } from "../inference/chat/handlers.ts";
import { modelsHandlers } from "../inference/models/handlers.ts";
import type { Models } from "../inference/models/models.ts";
import { inferenceAnswerTo } from "../inference/service/refusal-answers.ts";
import { serviceOptions, type ServiceParts } from "./service-options.ts";

/** The parts that the inference service needs. */
export interface InferenceParts extends ServiceParts {
  readonly chat: Chat;
  readonly models: Models;
}

/**
 * Mounts the inference service under its own prefix, and at the address that it shares with
 * training.
 */
export function composeInference(parts: InferenceParts): readonly MountedService[] {
  const handlers = { chat: chatHandlers(parts.chat), models: modelsHandlers(parts.models) };
  const options = {
    ...serviceOptions("inference", parts, inferenceAnswerTo),
    partial: false as const,
  };
  return atSharedAddress({
    service: inferenceService,
    handlers,
    app: (errorBody) => inferenceApp<Principal, Context>(handlers, { ...options, errorBody }),
  });
}
