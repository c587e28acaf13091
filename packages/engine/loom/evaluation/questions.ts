import { evenShares } from "../curriculum.ts";
import type { Category } from "../text/categories.ts";
import { conversation, type Conversation } from "../text/conversation.ts";
import { Random } from "../text/random.ts";

/** With nothing around it, or with a system prompt of 0–300 bytes and 0–3 earlier turns. */
export type Condition = "plain" | "in context";

/** The categories that count; the others are reported beside them. */
export const countedCategories: readonly Category[] = [
  "greeting",
  "sum",
  "difference",
  "echo",
  "comparison",
  "membership",
  "json",
  "uppercase",
  "spelling",
  "name",
  "counting",
  "tool",
];

export const furtherCategories: readonly Category[] = [
  "itself",
  "beyond",
  "unknown name",
  "tool result",
];

/** Random numbers of the evaluation, apart from those of the training text, and drawn only after the run had ended. */
const seeds: Readonly<Record<Condition, number>> = { plain: 2_000_003, "in context": 2_000_029 };

/** Conversations of the held-out split, `perCategory` of each category: the last message is what must be answered. */
export function questions(condition: Condition, perCategory: number): Conversation[] {
  const random = new Random(seeds[condition]);
  const categories = [...countedCategories, ...furtherCategories];
  return categories.flatMap((category) =>
    Array.from({ length: perCategory }, () =>
      conversation(random, "held-out", category, {
        systemBytes: condition === "plain" ? 0 : random.integer(0, 300),
        earlierTurns: condition === "plain" ? 0 : random.integer(0, 3),
        earlierShares: evenShares,
      }),
    ),
  );
}
