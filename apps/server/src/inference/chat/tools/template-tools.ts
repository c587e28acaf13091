import type { Inference } from "@heddle/types";

/** The tools that the template shows: all that the request offers, also where none may be called. */
export function templateTools(
  _request: Inference.ChatCompletionRequest,
): readonly Inference.ChatTool[] | null {
  throw new Error("templateTools is not written yet.");
}
