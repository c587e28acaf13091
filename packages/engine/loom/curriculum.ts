import { conversation, type Conversation, type PlainShares } from "./text/conversation.ts";
import type { Random } from "./text/random.ts";

/** Until this share of the run, most text is to be copied: the attention that finds and repeats is what all else needs. */
const copyingShare = 0.04;

/** From this share of the run on, what is hard to learn comes more often: by then the rest is known. */
const hardShare = 0.405;

/** Until this share of the run, conversations are short. */
const shortShare = 0.45;

/** From this share of the run on, tools are called more often: their requests are the most varied of all. */
const toolShare = 0.52;

/** How often each category is asked. */
export const evenShares: PlainShares = {
  greeting: 5,
  itself: 3,
  sum: 20,
  difference: 10,
  echo: 14,
  comparison: 12,
  membership: 6,
  kind: 0,
  json: 9,
  uppercase: 6,
  spelling: 6,
  counting: 4,
  beyond: 2,
  "unknown name": 1,
};

const copyingShares: PlainShares = { ...evenShares, echo: 150, spelling: 20, uppercase: 20 };

const hardShares: PlainShares = {
  ...evenShares,
  sum: 28,
  difference: 24,
  echo: 10,
  comparison: 28,
  membership: 14,
  kind: 6,
  json: 7,
  spelling: 5,
};

const lateShares: PlainShares = { ...hardShares, difference: 32 };

/** Bytes of a system prompt: none for a third of the conversations, else up to 300, shorter ones more often. */
function systemBytes(random: Random): number {
  return random.chance(0.35) ? 0 : Math.ceil(300 * random.next() ** 1.7);
}

/**
 * The next conversation of the training text. Every answer in it is learnt, so that earlier turns are no waste.
 * `progress` goes from 0 to 1 over the run: answers come first, surroundings later.
 */
export function trainingConversation(random: Random, progress: number): Conversation {
  if (progress < copyingShare) {
    const category = random.weighted(copyingShares);
    const surroundings = { systemBytes: 0, earlierTurns: 0, earlierShares: copyingShares };
    return conversation(random, "training", category, surroundings);
  }
  const hasManyTools = progress >= toolShare;
  const earlierShares = progress < hardShare ? evenShares : hasManyTools ? lateShares : hardShares;
  const isShort = progress < shortShare ? !random.chance(0.1) : random.chance(0.35);
  const category = random.weighted({
    ...earlierShares,
    name: hasManyTools ? 10 : 7,
    tool: hasManyTools ? 26 : 9,
    "tool result": hasManyTools ? 4 : 2,
  });
  return conversation(random, "training", category, {
    systemBytes: isShort ? 0 : systemBytes(random),
    earlierTurns: isShort ? random.pick([0, 0, 1]) : random.pick([0, 1, 2, 3, 3, 5]),
    earlierShares,
  });
}
