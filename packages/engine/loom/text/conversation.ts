import { makers, type Category, type PlainCategory } from "./categories.ts";
import type { Message, ToolDefinition } from "./exchange.ts";
import { nameRecall } from "./name-recall.ts";
import type { Random } from "./random.ts";
import type { Split } from "./split.ts";
import { systemPrompt } from "./system-prompt.ts";
import { isTellable, toolUse, toolUseWithResult } from "./tool-use.ts";

/** Messages with the tools they may call. The last message is the answer to `category`. */
export interface Conversation {
  readonly category: Category;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
}

/** How often each category is drawn. */
export type PlainShares = Readonly<Record<PlainCategory, number>>;

/** What lies around the exchange that a conversation is about. */
export interface Surroundings {
  /** Wanted length of the system prompt; 0 for none. */
  readonly systemBytes: number;
  /** Exchanges before, each with an answer of its own. */
  readonly earlierTurns: number;
  /** How often each category stands among them. */
  readonly earlierShares: PlainShares;
}

function earlierExchanges(
  random: Random,
  { earlierTurns, earlierShares }: Surroundings,
  mayLackName: boolean,
): Message[][] {
  const exchanges: Message[][] = [];
  while (exchanges.length < earlierTurns) {
    const category = random.weighted(earlierShares);
    if (category === "unknown name" && !mayLackName) continue;
    exchanges.push([...makers[category](random, "training").messages]);
  }
  return exchanges;
}

/** A conversation that ends in an exchange of the category; earlier turns are always of the training split. */
export function conversation(
  random: Random,
  split: Split,
  category: Category,
  surroundings: Surroundings,
): Conversation {
  const earlier = earlierExchanges(random, surroundings, category !== "name");
  let tools: readonly ToolDefinition[] = [];
  let last: readonly Message[];
  if (category === "name") {
    const recall = nameRecall(random, split);
    earlier.splice(random.integer(0, earlier.length), 0, [...recall.introduction]);
    last = recall.question;
  } else if (category === "tool" || category === "tool result") {
    const use = category === "tool" ? toolUse(random, split) : toolUseWithResult(random, split);
    tools = use.tools;
    last = use.messages;
    if (surroundings.earlierTurns > 1 && random.chance(0.4)) {
      const before = toolUseWithResult(random, "training");
      if (before.tools.every((tool) => isTellable(tool, use.tools))) {
        earlier.splice(random.integer(0, earlier.length), 1, [...before.messages]);
        tools = [...before.tools, ...use.tools];
      }
    }
  } else {
    last = makers[category](random, split).messages;
  }
  const system: Message[] =
    surroundings.systemBytes > 0
      ? [{ role: "system", content: systemPrompt(random, split, surroundings.systemBytes) }]
      : [];
  return { category, tools, messages: [...system, ...earlier.flat(), ...last] };
}
