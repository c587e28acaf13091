import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { spelled } from "./family.ts";
import { amongOthers, anyFamily, definitionsOf } from "./offered.ts";
import { resultAnswer } from "./result-answer.ts";
import { resultOf } from "./results.ts";
import { callOf, keyOf, requestFor } from "./tool-request.ts";
import type { ToolExchange } from "./tool-use.ts";

/** A request, the call, the tool's result, and what Loom says to it. */
export function toolResult(random: Random, split: Split): ToolExchange {
  return drawFrom(split, () => {
    const tool = spelled(random, anyFamily(random, 0.4));
    const request = requestFor(random, tool);
    const result = resultOf(random, tool.family);
    return {
      key: `${keyOf(request)} ${result}`,
      messages: [
        { role: "user", content: request.text },
        { role: "assistant", content: "", tool_calls: [callOf(request)] },
        { role: "tool", content: result },
        { role: "assistant", content: resultAnswer(result) },
      ],
      tools: definitionsOf(amongOthers(random, [tool], random.pick([1, 1, 1, 2, 3]))),
    };
  });
}
