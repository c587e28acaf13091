import { ApiError } from "@heddle/server-kit";
import { inferenceAnswerTo } from "./refusal-answers.ts";

/** What a client is told of an error of chat; nothing of an internal one but that it happened. */
export function reasonFor(error: unknown): string {
  const answer = error instanceof ApiError ? error : inferenceAnswerTo(error);
  return answer?.reason ?? "The server failed. Its log says why.";
}
