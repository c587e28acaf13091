import { type Category, isAlone, lessons, type PlainCategory } from "./categories.ts";
import type { Exchange, Message, ToolDefinition } from "./exchange.ts";
import { recall, recallFromSystem } from "./facts/recall.ts";
import type { Recall } from "./facts/told-fact.ts";
import type { Random } from "./random.ts";
import type { Split } from "./split.ts";
import { systemPrompt } from "./talk/system-prompt.ts";
import { offeredBeside } from "./tools/offered.ts";

/** Messages with the tools they may call. The last message is the answer to `category`. */
export interface Conversation {
  readonly category: Category;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
}

/** How often each category is drawn. */
export type Shares = Readonly<Record<Category, number>>;

/** What lies around the exchange that a conversation is about. */
export interface Surroundings {
  /** Wanted length of the system prompt; 0 for none. */
  readonly systemBytes: number;
  /** Exchanges before, each with an answer of its own. */
  readonly earlierTurns: number;
  /** Tools that are offered though the conversation needs none. */
  readonly needlessTools: number;
  /** How often each category stands among the earlier exchanges. */
  readonly shares: Shares;
}

/** What Loom does itself, so that tools for it are no needless ones. */
const ownWork: readonly string[] =
  "arithmetic text search query docs news recipe contact note score film book".split(" ");

/** What a tool could do as well as Loom itself: not asked before in a conversation that needs tools. */
const doneByTools: readonly Category[] = ["sum", "difference", "big sum", "big difference"];

/** A conversation that ends in an exchange of the category; earlier turns are always of the training split. */
export function conversation(
  random: Random,
  split: Split,
  category: Category,
  surroundings: Surroundings,
): Conversation {
  const told = category === "recall" ? toldFact(random, split) : null;
  const last: Exchange =
    told === null
      ? lessons[category as PlainCategory](random, split)
      : { key: told.key, messages: told.question };
  let tools = last.tools ?? [];
  const isUsingTools = tools.length > 0;
  if (!isUsingTools && surroundings.needlessTools > 0 && canStandBesideTools(category)) {
    tools = offeredBeside(random, surroundings.needlessTools, ownWork);
  }

  const earlier: Message[][] = [];
  while (earlier.length < surroundings.earlierTurns) {
    const before = random.weighted(surroundings.shares);
    if (before === "recall" || isAlone(before)) continue;
    if (told !== null && before === "unknown fact") continue;
    if (tools.length > 0 && (!canStandBesideTools(before) || doneByTools.includes(before)))
      continue;
    earlier.push([...lessons[before](random, "training").messages]);
  }

  const system: string[] =
    surroundings.systemBytes > 0 ? [systemPrompt(random, split, surroundings.systemBytes)] : [];
  if (told !== null) {
    if (told.introduction[0]?.role === "system") {
      system.splice(random.integer(0, system.length), 0, told.introduction[0].content);
    } else {
      earlier.splice(random.integer(0, earlier.length), 0, [...told.introduction]);
    }
  }
  const opening: Message[] =
    system.length > 0 ? [{ role: "system", content: system.join(" ") }] : [];
  return { category, tools, messages: [...opening, ...earlier.flat(), ...last.messages] };
}

/** Something told by the user, or now and then by the system prompt. */
function toldFact(random: Random, split: Split): Recall {
  return random.chance(0.12) ? recallFromSystem(random, split) : recall(random, split);
}

/** Categories that need tools of their own, or that speak of having none, do not share a conversation with tools. */
function canStandBesideTools(category: Category): boolean {
  return !isAlone(category) && category !== "no tool";
}
