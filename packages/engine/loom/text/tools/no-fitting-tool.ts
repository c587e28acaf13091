import type { Random } from "../random.ts";
import { ask } from "../exchange.ts";
import { drawFrom, type Split } from "../split.ts";
import { spelled } from "./family.ts";
import { anyFamily, definitionsOf, amongOthers, offeredCount } from "./offered.ts";
import { keyOf, requestFor } from "./tool-request.ts";
import type { ToolExchange } from "./tool-use.ts";

/** What Loom does by itself, so that it needs no tool for it. */
const doneAlone = ["arithmetic", "text", "chance", "dates"];

/** A request for something that none of the offered tools does. */
export function noFittingTool(random: Random, split: Split): ToolExchange {
  return drawFrom(split, () => {
    const tool = spelled(random, anyFamily(random, 0.4));
    if (doneAlone.includes(tool.family.about)) return noFittingTool(random, split);
    const request = requestFor(random, tool);
    const count = offeredCount(random);
    const offered = amongOthers(random, [tool], count + 1).filter((other) => other !== tool);
    return {
      key: keyOf(request),
      messages: ask(request.text, "I have no tool for that."),
      tools: definitionsOf(offered),
    };
  });
}
