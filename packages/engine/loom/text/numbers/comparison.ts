import { ask, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { request, type Wordings } from "../request.ts";
import { drawFrom, type Split } from "../split.ts";
import {
  bareComparisonWordings,
  choiceWordings,
  comparisonWordings,
  eitherWordings,
  equalityWordings,
  signWordings,
} from "./comparison-wordings.ts";
import { unorderedKey } from "./operands.ts";

const nounless = new Set(["more", "less", "fewer"]);
const largerWords = [
  "bigger",
  "bigger",
  "larger",
  "larger",
  "greater",
  "greater",
  "more",
  "higher",
];
const smallerWords = ["smaller", "smaller", "smaller", "less", "less", "lower", "fewer"];

/** "more", "less" and "fewer" do not stand before a noun. */
function predicative({ questions, commands, bare }: Wordings): Wordings {
  const kept = (templates: readonly string[]): string[] =>
    templates.filter((template) => !/(?:a|the) \{w\}/.test(template));
  return { questions: kept(questions), commands: kept(commands), bare: kept(bare) };
}

const predicativeWordings = {
  whether: predicative(comparisonWordings),
  which: predicative(choiceWordings),
};

const opposites = [
  ["bigger", "smaller"],
  ["larger", "smaller"],
  ["greater", "smaller"],
  ["greater", "less"],
  ["more", "less"],
  ["higher", "lower"],
] as const;

/** Mostly below 100, often close to each other or with a digit in common, which is where mistakes are made. */
function twoNumbers(random: Random): [number, number] {
  const highest = random.chance(0.3) ? 20 : random.chance(0.75) ? 99 : 999;
  const left = random.integer(0, highest);
  if (random.chance(0.25)) {
    return [left, Math.min(highest, Math.max(0, left + random.integer(-12, 12)))];
  }
  return [left, random.integer(0, highest)];
}

function judged(isTrue: boolean, left: number, comparative: string, right: number): string {
  return isTrue
    ? `Yes, ${left} is ${comparative} ${right}.`
    : `No, ${left} is not ${comparative} ${right}.`;
}

/** Whether a number is larger, smaller or equal, which of two is, or how they compare. Both orders are one key. */
export function comparison(random: Random, split: Split): Exchange {
  const kind = random.weighted({
    whether: 45,
    sign: 10,
    equal: 7,
    which: 33,
    either: 3,
    compare: 3,
  });
  const isLarger = random.chance(0.55);
  return drawFrom(split, () => {
    let [a, b] = twoNumbers(random);
    // Two equal numbers are rare, but for the question whether they are equal.
    const wantsEqual = kind === "equal" ? random.chance(0.5) : random.chance(0.03);
    const mayBeEqual = kind === "equal" || kind === "whether" || kind === "sign";
    if (wantsEqual && mayBeEqual) b = a;
    else while (a === b) [a, b] = twoNumbers(random);
    const key = unorderedKey("<>", a, b);
    const w = random.pick(isLarger ? largerWords : smallerWords);
    const isTrue = isLarger ? a > b : a < b;
    const { whether, which } = nounless.has(w)
      ? predicativeWordings
      : { whether: comparisonWordings, which: choiceWordings };
    if (kind === "whether") {
      const text = request(random, whether, { a, b, w }, { endsFreely: true });
      return { key, messages: ask(text, judged(isTrue, a, `${w} than`, b)) };
    }
    if (kind === "sign") {
      const s = isLarger ? ">" : "<";
      const text = request(random, signWordings, { a, b, s });
      return {
        key,
        messages: ask(text, judged(isTrue, a, isLarger ? "bigger than" : "smaller than", b)),
      };
    }
    if (kind === "equal") {
      const text = request(random, equalityWordings, { a, b });
      return { key, messages: ask(text, judged(a === b, a, "equal to", b)) };
    }
    if (kind === "either") {
      const choice = random.pick(opposites);
      const v = (random.chance(0.7) ? choice : choice.toReversed()).join(" or ");
      const text = request(random, eitherWordings, { a, b, v }, { endsFreely: true });
      return { key, messages: ask(text, `${a} is ${choice[a > b ? 0 : 1]} than ${b}.`) };
    }
    const [larger, smaller] = [Math.max(a, b), Math.min(a, b)];
    if (kind === "compare") {
      const text = request(random, bareComparisonWordings, { a, b }, { endsFreely: true });
      return { key, messages: ask(text, `${larger} is bigger than ${smaller}.`) };
    }
    const [first, second] = isLarger ? [larger, smaller] : [smaller, larger];
    const text = request(random, which, { a, b, w }, { endsFreely: true });
    return { key, messages: ask(text, `${first} is ${w} than ${second}.`) };
  });
}
