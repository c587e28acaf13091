import { asTyped } from "./exchange.ts";
import type { Random } from "./random.ts";
import { asked, fill } from "./wording.ts";

/** Templates by how they may be varied, with placeholders in braces. */
export interface Wordings {
  /** What asks by itself: "what is {a} plus {b}?" */
  readonly questions: readonly string[];
  /** What a politeness may stand around: "add {a} and {b}". */
  readonly commands: readonly string[];
  /** What stands alone: "{a}+{b}". */
  readonly bare: readonly string[];
}

/** How often each of the three sorts is drawn. */
export type WordingShares = Readonly<Record<keyof Wordings, number>>;

const even: WordingShares = { questions: 45, commands: 40, bare: 15 };

const questionOpenings: readonly string[] = [
  "hey, ",
  "hey loom, ",
  "hi, ",
  "loom, ",
  "ok, ",
  "so ",
  "and ",
  "now ",
  "tell me, ",
  "please tell me, ",
  "quick question: ",
  "question: ",
  "next question: ",
];

function contracted(random: Random, template: string): string {
  return template.replace(/what is\b/, () =>
    random.weighted({ "what is": 66, "what's": 24, whats: 10 }),
  );
}

function question(random: Random, template: string): string {
  const opening = random.chance(0.08) ? random.pick(questionOpenings) : "";
  const text = asTyped(random, opening + template);
  return text.endsWith("?") && !text.endsWith("}?") && random.chance(0.02) ? `${text}?` : text;
}

/** A politeness may follow, but not a question mark, and not the text that is to be worked on. */
function command(random: Random, template: string, endsFreely: boolean): string {
  const ends = !/[:?]$/.test(template) && (endsFreely || !template.endsWith("}"));
  const text = asked(random, template, ends);
  return ends && /[\w}]$/.test(text) && random.chance(0.12) ? `${text}.` : text;
}

/**
 * A request as people type it. The politeness goes around the template before the values go in, so that a value is
 * never changed. `endsFreely` allows words after a value at the end, which is right for numbers.
 */
export function request(
  random: Random,
  wordings: Wordings,
  values: Readonly<Record<string, string | number>>,
  { endsFreely = false, shares = even }: { endsFreely?: boolean; shares?: WordingShares } = {},
): string {
  const sort = random.weighted(shares);
  const template = contracted(random, random.pick(wordings[sort]));
  if (sort === "questions") return fill(question(random, template), values);
  if (sort === "commands") return fill(command(random, template, endsFreely), values);
  return fill(asTyped(random, template), values);
}
