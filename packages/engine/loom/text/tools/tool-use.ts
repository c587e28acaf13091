import type { Exchange, ToolDefinition } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { spelled } from "./family.ts";
import { amongOthers, anyFamily, definitionsOf, offeredCount } from "./offered.ts";
import { callOf, keyOf, requestFor } from "./tool-request.ts";

/** A request that is made while tools are offered. */
export interface ToolExchange extends Exchange {
  readonly tools: readonly ToolDefinition[];
}

/** A request, one to seven tools, and the call that answers it. */
export function toolUse(random: Random, split: Split): ToolExchange {
  return drawFrom(split, () => {
    const tool = spelled(random, anyFamily(random));
    const request = requestFor(random, tool);
    return {
      key: keyOf(request),
      messages: [
        { role: "user", content: request.text },
        { role: "assistant", content: "", tool_calls: [callOf(request)] },
      ],
      tools: definitionsOf(amongOthers(random, [tool], offeredCount(random))),
    };
  });
}
