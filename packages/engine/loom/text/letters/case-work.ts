import { ask, type ExchangeMaker } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom } from "../split.ts";
import { punctuated, smallText } from "./phrases.ts";
import { taskRequest, type TaskWordings } from "./task.ts";

/** A maker of texts to write in another case: how they are typed, and what becomes of them. */
export function caseWork(
  wordings: TaskWordings,
  typed: (random: Random, text: string) => string,
  worked: (text: string) => string,
): ExchangeMaker {
  return (random, split) =>
    drawFrom(split, () => {
      const text = smallText(random);
      const given = typed(random, punctuated(random, text));
      return {
        key: text.toLowerCase(),
        messages: ask(taskRequest(random, wordings, given), worked(given)),
      };
    });
}
