import { capitalised } from "./exchange.ts";
import type { Random } from "./random.ts";
import { drawFrom, type Split } from "./split.ts";
import { anyName, anyWord, asTitle, letters } from "./words.ts";

const sentences: readonly string[] = [
  "You are a helpful assistant.",
  "You are a helpful * assistant.",
  "You are Loom.",
  "You are an assistant for a * shop.",
  "You are an expert in * and *.",
  "Answer in one line.",
  "Be short and friendly.",
  "Be brief.",
  "Answer with care and do not guess.",
  "Think about * before you answer.",
  "Never talk about *.",
  "Always be polite to the user.",
  "The user likes * and *.",
  "The user works with *.",
  "Today is a * day.",
  "Follow the rules of the * at all times.",
  "If you are not sure, say so.",
  "Use the tools when they fit.",
  "Your task is to help people with their *.",
  "This is version # of the prompt.",
  "You speak to @ about *.",
  "The shop opens at # and closes at #.",
  "Do what the user asks.",
  "Respond to the following questions about * as well as you can.",
];

function sentence(random: Random): string {
  if (random.chance(0.15)) {
    const count = random.integer(3, 9);
    const parts = Array.from({ length: count }, () =>
      random.chance(0.7) ? anyWord(random) : letters(random, 1, 9),
    );
    return `${capitalised(parts.join(" "))}.`;
  }
  return random
    .pick(sentences)
    .replace(/[*#@]/g, (sign) =>
      sign === "*"
        ? anyWord(random)
        : sign === "#"
          ? String(random.integer(1, 99))
          : asTitle(anyName(random)),
    );
}

/** Text of about `bytes` bytes and at most 300: sentences that ask for nothing Loom could do otherwise. */
export function systemPrompt(random: Random, split: Split, bytes: number): string {
  return drawFrom(split, () => {
    const joint = random.chance(0.85) ? " " : "\n";
    let text = sentence(random);
    while (text.length < bytes) text += joint + sentence(random);
    const key = text.slice(0, 300).trimEnd();
    return { key };
  }).key;
}
