import { ask, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { taskRequest, type TaskWordings } from "./task.ts";

/** A request to work on a text, with the result. The text is the key, whatever its capitals. */
export function taskExchange(
  random: Random,
  wordings: TaskWordings,
  text: string,
  answer: string,
): Exchange {
  return { key: text.toLowerCase(), messages: ask(taskRequest(random, wordings, text), answer) };
}
