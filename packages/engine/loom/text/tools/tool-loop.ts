import type { Random } from "../random.ts";
import type { Split } from "../split.ts";
import { chainLoop } from "./chain-loop.ts";
import { sameToolLoop } from "./same-tool-loop.ts";
import { sequenceLoop } from "./sequence-loop.ts";
import type { ToolExchange } from "./tool-use.ts";

const makers = { sameToolLoop, sequenceLoop, chainLoop };

/** Two to four calls, each after the result of the one before, and then a final answer. */
export function toolLoop(random: Random, split: Split): ToolExchange {
  return makers[random.weighted({ sameToolLoop: 45, sequenceLoop: 38, chainLoop: 17 })](
    random,
    split,
  );
}
