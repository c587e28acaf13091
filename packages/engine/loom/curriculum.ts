import { conversation, plainShares, type Conversation } from "./text/conversation.ts";
import type { Random } from "./text/random.ts";

/** Until this share of the run, most text is to be copied: the attention that finds and repeats is what all else needs. */
const copyingShare = 0.04;

/** Until this share of the run, conversations are short. */
const shortShare = 0.45;

const copyingShares = { ...plainShares, echo: 150, spelling: 20, uppercase: 20 };

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
    return conversation(random, "training", category, { systemBytes: 0, earlierTurns: 0 });
  }
  const isShort = progress < shortShare ? !random.chance(0.1) : random.chance(0.35);
  const category = random.weighted({ ...plainShares, name: 7, tool: 9, "tool result": 2 });
  return conversation(random, "training", category, {
    systemBytes: isShort ? 0 : systemBytes(random),
    earlierTurns: isShort ? random.pick([0, 0, 1]) : random.pick([0, 1, 2, 3, 3, 5]),
  });
}
