import type { Category } from "./text/categories.ts";
import { conversation, type Conversation, type Shares } from "./text/conversation.ts";
import type { Random } from "./text/random.ts";

/** Until this share of the run, most text is to be copied: the attention that finds and repeats is what all else needs. */
const copyingShare = 0.03;

/** Until this share of the run, conversations are short. */
const shortShare = 0.4;

/** How often each category is asked. */
export const shares: Shares = {
  greeting: 1.5,
  itself: 2.5,
  beyond: 9,
  "no tool": 2,
  echo: 3,
  "unknown fact": 1.5,
  sum: 6,
  difference: 6,
  "big sum": 3,
  "big difference": 4,
  "word problem": 4,
  comparison: 7,
  "list extreme": 2.5,
  counting: 1.5,
  uppercase: 4,
  lowercase: 2.5,
  capitals: 2,
  spelling: 3,
  "reversed words": 3,
  "first letters": 2.5,
  "edge word": 0.7,
  joined: 0.3,
  membership: 6,
  kind: 1.5,
  "which kind": 1.5,
  "any of a kind": 0.5,
  "odd one out": 0.3,
  sentiment: 3,
  topic: 4,
  "two ways": 0.4,
  extraction: 9,
  "field extraction": 2,
  json: 4,
  recall: 9,
  "recall at once": 2,
  "context question": 5,
  tool: 19,
  "tool result": 4,
  "tool loop": 7,
  "second turn": 2,
  "no fitting tool": 4,
};

const copying: Shares = {
  ...(Object.fromEntries(Object.keys(shares).map((category) => [category, 0])) as Shares),
  echo: 8,
  spelling: 1,
  uppercase: 1,
  json: 2,
  "recall at once": 2,
};

/** Bytes of a system prompt: up to 300, shorter ones more often. */
function systemBytes(random: Random): number {
  return Math.ceil(300 * random.next() ** 1.7);
}

/**
 * The next conversation of the training text. Every answer in it is learnt, so that earlier turns are no waste.
 * `progress` goes from 0 to 1 over the run: answers come first, surroundings later.
 */
export function trainingConversation(random: Random, progress: number): Conversation {
  const isCopying = progress < copyingShare;
  const used = isCopying ? copying : shares;
  const isBare = progress < shortShare ? random.chance(0.88) : random.chance(0.42);
  return conversation(random, "training", random.weighted<Category>(used), {
    systemBytes: isBare || random.chance(0.4) ? 0 : systemBytes(random),
    earlierTurns: isBare ? random.pick([0, 0, 1]) : random.pick([0, 1, 1, 2, 2, 3, 5]),
    needlessTools: isBare || random.chance(0.75) ? 0 : random.integer(1, 5),
    shares: used,
  });
}
