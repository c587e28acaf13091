import type { Compute } from "../../src/compute/compute.ts";
import type { Model } from "../../src/model/model.ts";
import { type ChatForm, turnText } from "../chat-tokens.ts";
import type { Category } from "../text/categories.ts";
import type { Conversation } from "../text/conversation.ts";
import { greedyAnswers } from "./greedy-answers.ts";
import { categories, questions, type Condition } from "./questions.ts";

/** Bytes of the longest answer are fewer. */
const mostAnswerTokens = 200;

/** How often the answer was right to the byte. */
export interface Score {
  readonly right: number;
  readonly asked: number;
}

/** An answer that was not. */
export interface Miss {
  readonly category: Category;
  readonly question: string;
  readonly wanted: string;
  readonly given: string;
}

export interface Evaluation {
  readonly condition: Condition;
  /** Over all categories, all of the same size. */
  readonly exact: number;
  readonly categories: Readonly<Record<string, Score>>;
  readonly misses: readonly Miss[];
}

/** What the card says of an evaluation. */
export type HeldOutScores = Omit<Evaluation, "misses">;

/** Asks held-out questions of every category and compares each greedy answer, whole, with the right one. */
export function evaluate(
  model: Model,
  form: ChatForm,
  compute: Compute,
  condition: Condition,
  perCategory: number,
): Evaluation {
  const asked = questions(condition, perCategory);
  const prompts = asked.map(({ messages, tools }) =>
    form.promptTokens({ messages: messages.slice(0, -1), tools }),
  );
  const answers = greedyAnswers(model, compute, prompts, mostAnswerTokens).map((tokens) =>
    form.text(tokens),
  );
  const misses = asked.flatMap((chat, index) => missOf(chat, answers[index] ?? ""));
  const scores = Object.fromEntries(
    categories.map((category) => {
      const wrong = misses.filter((miss) => miss.category === category).length;
      return [category, { right: perCategory - wrong, asked: perCategory }];
    }),
  );
  return { condition, exact: 1 - misses.length / asked.length, categories: scores, misses };
}

function missOf({ category, messages }: Conversation, given: string): Miss[] {
  const last = messages.at(-1);
  const wanted = last === undefined ? "" : turnText(last);
  if (given === wanted) return [];
  return [{ category, question: messages.at(-2)?.content ?? "", wanted, given }];
}
