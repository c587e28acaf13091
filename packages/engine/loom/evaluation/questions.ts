import { shares } from "../curriculum.ts";
import type { Category } from "../text/categories.ts";
import { conversation, type Conversation } from "../text/conversation.ts";
import { Random } from "../text/random.ts";

/** With nothing around it, or with a system prompt of 0–300 bytes, 0–3 earlier turns and now and then needless tools. */
export type Condition = "plain" | "in context";

/** All categories, in the order of the curriculum. */
export const categories = Object.keys(shares) as Category[];

/** Random numbers of the evaluation, apart from those of the training text. */
const seeds: Readonly<Record<Condition, number>> = { plain: 3_000_017, "in context": 3_000_041 };

/** Conversations of the held-out split, `perCategory` of each category: the last message is what must be answered. */
export function questions(condition: Condition, perCategory: number): Conversation[] {
  const random = new Random(seeds[condition]);
  const isPlain = condition === "plain";
  return categories.flatMap((category) =>
    Array.from({ length: perCategory }, () =>
      conversation(random, "held-out", category, {
        systemBytes: isPlain ? 0 : random.integer(0, 300),
        earlierTurns: isPlain ? 0 : random.integer(0, 3),
        needlessTools: isPlain ? 0 : random.pick([0, 0, 2]),
        shares,
      }),
    ),
  );
}
