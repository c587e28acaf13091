import { type ApiError, Unprocessable } from "@heddle/server-kit";
import { inferenceAnswerTo } from "../../inference/service/refusal-answers.ts";
import { UnfitRequest } from "../unfit-request.ts";

/**
 * The answer of the training service to an error. It has chat, so it answers as inference does,
 * except to a value that breaks a rule of its own: 422. undefined for an internal error.
 */
export function trainingAnswerTo(error: unknown): ApiError | undefined {
  if (error instanceof UnfitRequest) return new Unprocessable(error.message);
  return inferenceAnswerTo(error);
}
