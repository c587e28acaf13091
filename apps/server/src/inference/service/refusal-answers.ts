import { ApiError, BadRequest, NotFound } from "@heddle/server-kit";
import { InvalidProjectName } from "../../access/project-id.ts";
import { answerTo } from "../../http/errors.ts";
import { InvalidParameter } from "../../refusals/invalid-parameter.ts";
import { ChatFull } from "../chat/places/chat-full.ts";
import { ContextExceeded } from "../chat/prompt/context-exceeded.ts";
import { UnusableModel } from "../models/unusable-model.ts";
import { UnknownModel } from "../models/unknown-model.ts";
import { engineAnswerTo } from "./engine-answers.ts";

/**
 * The answer of chat and of the models to an error, with the members that clients of the OpenAI
 * kind read; undefined for an internal error. Type and status follow from the service.
 */
export function inferenceAnswerTo(error: unknown): ApiError | undefined {
  if (error instanceof UnknownModel) {
    return new NotFound(error.message, { param: "model", code: "model_not_found" });
  }
  if (error instanceof UnusableModel) {
    return new BadRequest(error.message, { param: "model", code: "model_not_usable" });
  }
  if (error instanceof InvalidProjectName) {
    // Names of models that hold no project are unknown models, so only a header is left. The kit
    // knows which, and adds its name.
    const reason = error.message.replace("project_id", "a project");
    return new BadRequest(reason, { param: null, code: "invalid_parameter" });
  }
  if (error instanceof InvalidParameter) {
    return new BadRequest(error.message, { param: error.param, code: error.code });
  }
  if (error instanceof ContextExceeded) {
    return new BadRequest(error.message, { param: error.param, code: "context_length_exceeded" });
  }
  if (error instanceof ChatFull) return new ApiError(429, error.message, {}, comeBackLater());
  return engineAnswerTo(error) ?? answerTo(error);
}

/** Clients that were refused together come back at different moments. */
function comeBackLater(): Record<string, string> {
  const ms = 250 + Math.floor(Math.random() * 750);
  return { "Retry-After": "1", "Retry-After-Ms": String(ms) };
}
