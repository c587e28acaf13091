import { ask, asTyped, capitalised } from "../exchange.ts";
import type { Random } from "../random.ts";
import { acknowledgement } from "./acknowledgement.ts";
import { closed } from "./closed.ts";
import { contextLines } from "./context-lines.ts";
import { contextsIn, filledContext, type FilledContext } from "./context-values.ts";
import type { Recall } from "./told-fact.ts";
import { toldLines } from "./told-lines.ts";

const told = contextsIn(toldLines);
const contexts = contextsIn(contextLines);
const preludes = [
  "hi, ",
  "hello, ",
  "by the way, ",
  "just so you know, ",
  "remember that ",
  "please remember: ",
  "remember: ",
  "note: ",
  "so, ",
  "for later: ",
  "listen, ",
  "guess what, ",
];
const reminders = [
  "and ",
  "so ",
  "so, ",
  "now, ",
  "ok, ",
  "tell me: ",
  "do you remember? ",
  "remind me, ",
];

/** A sentence about anything, with other sentences now and then, and a question about one of them. */
export function toldSentences(random: Random): Recall {
  const count = random.pick([1, 1, 1, 1, 2, 3]);
  const sentences: FilledContext[] = [];
  for (let at = 0; at < count; at += 1) {
    sentences.push(filledContext(random, random.chance(0.7) ? told : contexts));
  }
  const { question, answer } = random.pick(sentences);
  const texts = sentences.map(({ text }) => text.replace(/\.$/, ""));
  // Two sentences about one thing would leave open which of them is asked for.
  if (new Set(texts.map((text) => text.split(" ").slice(0, 2).join(" "))).size < count)
    return toldSentences(random);
  const isOne = count > 1 && random.chance(0.4);
  const messages = isOne
    ? ask(`${texts.map(capitalised).join(". ")}.`, acknowledgement(random))
    : texts.flatMap((text) =>
        ask(
          closed(random, random.chance(0.8) ? text : random.pick(preludes) + text),
          acknowledgement(random),
        ),
      );
  return {
    key: texts.join("|"),
    introduction: messages,
    question: ask(
      asTyped(random, random.chance(0.85) ? question : random.pick(reminders) + question),
      answer,
    ),
  };
}
