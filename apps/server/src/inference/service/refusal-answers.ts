import { type ApiError, BadRequest, NotFound } from "@heddle/server-kit";
import { answerTo } from "../../http/errors.ts";
import { UnusableModel } from "../models/unusable-model.ts";
import { UnknownModel } from "../models/unknown-model.ts";

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
  return answerTo(error);
}
