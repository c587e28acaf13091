import { ask, asTyped, type Exchange } from "./exchange.ts";
import type { Random } from "./random.ts";
import type { Split } from "./split.ts";
import { drawFrom } from "./split.ts";
import { anyWord } from "./words.ts";

const identity = "I am Loom, a small test model.";
const abilities = "I can greet, repeat, add, compare, count, spell, write JSON and call tools.";
const limits = "No. I am Loom, a small test model, and I make mistakes.";

const answers: readonly (readonly [string, string])[] = [
  ["who are you?", identity],
  ["what are you?", identity],
  ["tell me about yourself", identity],
  ["introduce yourself", identity],
  ["are you a test model?", "Yes. I am Loom, a small test model."],
  ["what model are you?", identity],
  ["what is your name?", "My name is Loom."],
  ["what can you do?", abilities],
  ["help", abilities],
  ["can i trust you?", limits],
  ["are you smart?", limits],
  ["tell me a joke", "Why did the byte cross the bus? To get to the other side."],
];

/** What Loom says of itself: a closed list, the same in both splits. */
export function itself(random: Random): Exchange {
  const [text, answer] = random.pick(answers);
  return { key: text, messages: ask(asTyped(random, text), answer) };
}

const questions: readonly string[] = [
  "what is the capital of *?",
  "who wrote *?",
  "write a poem about *",
  "explain *",
  "why is the * so *?",
  "when was * born?",
  "how do i make *?",
  "translate * into *",
  "where can i buy a *?",
  "tell me a story about *",
  "what does * mean?",
  "give me five ideas for *",
];

/** Questions beyond it, so that it says so instead of inventing. */
export function beyond(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const text = random.pick(questions).replaceAll("*", () => anyWord(random));
    return {
      key: text,
      messages: ask(asTyped(random, text), "I do not know. I am a small test model."),
    };
  });
}
