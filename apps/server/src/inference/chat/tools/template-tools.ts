import type { Inference } from "@heddle/types";

/**
 * The tools that the template shows: all that the request offers, also where none may be called. As
 * they came, since a trained model was trained on them as they came.
 */
export function templateTools(
  request: Inference.ChatCompletionRequest,
): readonly Inference.ChatTool[] | null {
  const tools = request.tools ?? null;
  return tools?.map((tool) => ({ ...tool, type: "function" })) ?? null;
}
