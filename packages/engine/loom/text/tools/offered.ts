import type { ToolDefinition } from "../exchange.ts";
import type { Random } from "../random.ts";
import { catalogue, trades } from "./catalogue/catalogue.ts";
import { spelled, type Family, type SpelledTool } from "./family.ts";
import { inventedFamily, siblingFamily } from "./invented.ts";

/** Whether a tool can be told from others by its name: neither is part of the other, as `search` is of `web_search`. */
export function isTellable(tool: ToolDefinition, others: readonly ToolDefinition[]): boolean {
  const { name } = tool.function;
  return others.every(
    (other) => !other.function.name.includes(name) && !name.includes(other.function.name),
  );
}

/** A family of everyday tools, or an invented one. */
export function anyFamily(random: Random, inventedShare = 0.5): Family {
  return random.chance(inventedShare) ? inventedFamily(random) : random.pick(catalogue);
}

const isInvented = (family: Family): boolean =>
  family.about.includes(" ") && family.gives.length === 0 && !catalogue.includes(family);

/** A family that is easily taken for another: of the same trade, or with its verb or its noun. */
function alike(random: Random, model: Family): Family {
  if (isInvented(model)) return siblingFamily(random, model);
  return random.pick(trades.find((trade) => trade.includes(model)) ?? catalogue);
}

/** Two tools for one thing leave it open which of them is meant. */
function isApart(tool: SpelledTool, others: readonly SpelledTool[]): boolean {
  return (
    others.every(({ family }) => family.about !== tool.family.about) &&
    isTellable(
      tool.definition,
      others.map(({ definition }) => definition),
    )
  );
}

/** The tool and others that do something else, `count` in all, in any order. */
export function amongOthers(
  random: Random,
  first: readonly SpelledTool[],
  count: number,
): SpelledTool[] {
  const tools = [...first];
  const model = first[0]?.family;
  const hasSiblings = model !== undefined && random.chance(0.45);
  for (let attempt = 0; tools.length < count && attempt < 60; attempt += 1) {
    const family =
      hasSiblings && random.chance(0.5) ? alike(random, model) : anyFamily(random, 0.35);
    const other = spelled(random, family);
    if (isApart(other, tools)) tools.splice(random.integer(0, tools.length), 0, other);
  }
  return tools;
}

/** How many tools are offered: one, or up to seven. */
export function offeredCount(random: Random): number {
  const kind = random.next();
  if (kind < 0.25) return 1;
  return kind < 0.45 ? random.integer(2, 3) : random.integer(4, 8);
}

/** Definitions alone, in their order. */
export function definitionsOf(tools: readonly SpelledTool[]): ToolDefinition[] {
  return tools.map(({ definition }) => definition);
}

/**
 * Tools that have nothing to do with what is asked. `avoids` names what they must not be about: `arithmetic` beside sums,
 * `text` beside work on words, `weather`, `time`, `contact` ….
 */
export function offeredBeside(
  random: Random,
  count: number,
  avoids: readonly string[] = [],
): ToolDefinition[] {
  const tools: SpelledTool[] = [];
  while (tools.length < count) {
    const tool = spelled(random, anyFamily(random, 0.3));
    if (!avoids.includes(tool.family.about) && isApart(tool, tools)) tools.push(tool);
  }
  return definitionsOf(tools);
}
