import { ask, asTyped, type Exchange } from "./exchange.ts";
import type { Random } from "./random.ts";

const hello = "Hello! How can I help you?";
const welcome = "You are welcome!";
const farewell = "Goodbye!";
const fine = "I am fine, thank you.";

const courtesies: readonly (readonly [string, string])[] = [
  ["hi", hello],
  ["hello", hello],
  ["hey", hello],
  ["hi there", hello],
  ["hello there", hello],
  ["hey there", hello],
  ["hello loom", hello],
  ["good morning", "Good morning! How can I help you?"],
  ["good evening", "Good evening! How can I help you?"],
  ["how are you?", fine],
  ["hi, how are you?", fine],
  ["thank you", welcome],
  ["thanks", welcome],
  ["bye", farewell],
  ["goodbye", farewell],
  ["see you", farewell],
  ["ping", "pong"],
];

/** Greetings, thanks and farewells: a closed list, the same in both splits. */
export function greeting(random: Random): Exchange {
  const [text, answer] = random.pick(courtesies);
  const mark = text.endsWith("?") ? "" : random.pick(["", "", "!", "."]);
  return { key: text, messages: ask(asTyped(random, text + mark), answer) };
}
