import { ask, asTyped, capitalised, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { fill } from "../wording.ts";
import { contextLines } from "./context-lines.ts";
import { contextsIn, filledContext } from "./context-values.ts";
import { toldLines } from "./told-lines.ts";

const contexts = contextsIn([...contextLines, ...toldLines]);

/** `{t}` is the text with its full stop, `{q}` the question. */
const wordings: readonly string[] = [
  "{t} {q}",
  "{t} {q}",
  "{t} {q}",
  "{t} {q}",
  "{t}\n{q}",
  "{t}\n{q}",
  "{t}\n\n{q}",
  "text: {t}\nquestion: {q}",
  "text: {t} question: {q}",
  "text: {t}\n{q}",
  "context: {t}\nquestion: {q}",
  "context: {t} question: {q}",
  "context: {t}\n\n{q}",
  "story: {t} {q}",
  "read this: {t} {q}",
  "read this text: {t} {q}",
  "here is a text: {t} {q}",
  "here is a sentence: {t} {q}",
  "here is a short story: {t} {q}",
  "question: {q} text: {t}",
  "question: {q}\ntext: {t}",
  "{q} text: {t}",
  "{t} Now tell me: {q}",
  "{t} Question: {q}",
  "{t} My question: {q}",
  "{t} Answer this: {q}",
  "given this text: {t} {q}",
  "i know this: {t} {q}",
  'the text says: "{t}" {q}',
  '"{t}" {q}',
  '"{t}"\n{q}',
  "answer from the text. {t} {q}",
  "use this text to answer: {t} {q}",
];

/** A text of one or two sentences and a question about it, answered by a sentence. */
export function contextQuestion(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const { text: plain, question, answer } = filledContext(random, contexts);
    const opened = random.chance(0.75) ? plain.split(". ").map(capitalised).join(". ") : plain;
    const text = fill(random.pick(wordings), {
      t: opened,
      q: random.chance(0.75) ? capitalised(question) : question,
    });
    const typed = asTyped(random, text);
    const isSmall = random.chance(0.08);
    return { key: plain, messages: ask(isSmall ? typed.toLowerCase() : typed, answer) };
  });
}
