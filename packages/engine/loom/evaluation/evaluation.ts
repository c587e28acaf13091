import type { Compute } from "../../src/compute/compute.ts";
import type { Model } from "../../src/model/model.ts";
import { promptTokens, turnText } from "../chat-tokens.ts";
import type { Category } from "../text/categories.ts";
import type { Conversation } from "../text/conversation.ts";
import { greedyAnswers } from "./greedy-answers.ts";
import { countedCategories, furtherCategories, questions, type Condition } from "./questions.ts";

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
  /** Over the counted categories, all of the same size. */
  readonly exact: number;
  readonly categories: Readonly<Record<string, Score>>;
  readonly misses: readonly Miss[];
}

/** Asks held-out questions of every category and compares each greedy answer, whole, with the right one. */
export function evaluate(
  model: Model,
  compute: Compute,
  condition: Condition,
  perCategory: number,
): Evaluation {
  const asked = questions(condition, perCategory);
  const prompts = asked.map(({ messages, tools }) =>
    promptTokens({ messages: messages.slice(0, -1), tools }),
  );
  const answers = greedyAnswers(model, compute, prompts, mostAnswerTokens).map(textOf);
  const misses = asked.flatMap((chat, index) => missOf(chat, answers[index] ?? ""));
  const categories = Object.fromEntries(
    [...countedCategories, ...furtherCategories].map((category) => {
      const wrong = misses.filter((miss) => miss.category === category).length;
      return [category, { right: perCategory - wrong, asked: perCategory }];
    }),
  );
  const right = countedCategories.reduce((sum, name) => sum + (categories[name]?.right ?? 0), 0);
  return { condition, exact: right / (countedCategories.length * perCategory), categories, misses };
}

function missOf({ category, messages }: Conversation, given: string): Miss[] {
  const last = messages.at(-1);
  const wanted = last === undefined ? "" : turnText(last);
  if (given === wanted) return [];
  return [{ category, question: messages.at(-2)?.content ?? "", wanted, given }];
}

function textOf(tokens: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(tokens.filter((token) => token < 256)));
}
