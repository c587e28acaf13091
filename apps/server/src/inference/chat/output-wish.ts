import type { Inference } from "@heddle/types";
import { InvalidParameter } from "../../refusals/invalid-parameter.ts";
import type { FormatWish } from "./structured/format-wish.ts";
import { readFormat } from "./structured/read-format.ts";
import { readToolMode } from "./tools/read-tool-mode.ts";
import type { ToolMode } from "./tools/tool-mode.ts";

/** What a request says about the form of its answer, read and checked: nothing of it depends on the model. */
export interface OutputWish {
  readonly toolMode: ToolMode;
  /** False: only the first call of an answer counts. */
  readonly allowsParallelCalls: boolean;
  readonly format?: FormatWish;
  readonly includesReasoning: boolean;
}

/**
 * Reads what a request wants of the form of its answer: rules C5 to C12, C15 and C16 of inference-api
 * §5, as far as they need no grammar to be compiled.
 *
 * @throws InvalidParameter naming the member that breaks a rule
 */
export function readOutputWish(request: Inference.ChatCompletionRequest): OutputWish {
  const toolMode = readToolMode(request);
  const format = readFormat(request);
  if (format !== undefined && toolMode.kind === "named") {
    throw new InvalidParameter(
      "tool_choice",
      `tool_choice names a function, so there is no content that ${format.param} could be about: leave one of them out.`,
    );
  }
  return {
    toolMode,
    allowsParallelCalls: request.parallel_tool_calls !== false,
    ...(format === undefined ? {} : { format }),
    includesReasoning: request.include_reasoning !== false,
  };
}
