import { describe, expect, test } from "vitest";

import type { ExchangeMaker } from "../../loom/text/exchange.ts";
import { capitalise } from "../../loom/text/letters/capitalise.ts";
import { edgeWord } from "../../loom/text/letters/edge-word.ts";
import { firstLetters } from "../../loom/text/letters/first-letters.ts";
import { joined } from "../../loom/text/letters/joined.ts";
import { lowercase } from "../../loom/text/letters/lowercase.ts";
import { reversedWords } from "../../loom/text/letters/reversed-words.ts";
import { spelling } from "../../loom/text/letters/spelling.ts";
import { uppercase } from "../../loom/text/letters/uppercase.ts";
import { bigDifference } from "../../loom/text/numbers/big-difference.ts";
import { bigSum } from "../../loom/text/numbers/big-sum.ts";
import { comparison } from "../../loom/text/numbers/comparison.ts";
import { counting } from "../../loom/text/numbers/counting.ts";
import { difference } from "../../loom/text/numbers/difference.ts";
import { listExtreme } from "../../loom/text/numbers/list-extreme.ts";
import { sum } from "../../loom/text/numbers/sum.ts";
import { wordProblem } from "../../loom/text/numbers/word-problem.ts";
import { Random } from "../../loom/text/random.ts";
import { splitOf, type Split } from "../../loom/text/split.ts";

const makers: Readonly<Record<string, ExchangeMaker>> = {
  sum,
  difference,
  bigSum,
  bigDifference,
  wordProblem,
  comparison,
  listExtreme,
  counting,
  uppercase,
  lowercase,
  capitalise,
  spelling,
  reversedWords,
  firstLetters,
  edgeWord,
  joined,
};
const splits: readonly Split[] = ["training", "held-out"];

function drawn(
  maker: ExchangeMaker,
  split: Split,
): { key: string; user: string; answer: string }[] {
  const random = new Random(20);
  return Array.from({ length: 2_000 }, () => {
    const { key, messages } = maker(random, split);
    const [question, answer] = messages;
    expect(messages.map((message) => message.role)).toEqual(["user", "assistant"]);
    return { key, user: question?.content ?? "", answer: answer?.content ?? "" };
  });
}

describe.each(Object.entries(makers))("%s", (_, maker) => {
  test.each(splits)("fills every request and answers it, in the %s split", (split) => {
    for (const { key, user, answer } of drawn(maker, split)) {
      expect(splitOf(key)).toBe(split);
      expect(user).not.toMatch(/[{}]|undefined|NaN/);
      expect(answer).not.toMatch(/[{}]|undefined|NaN/);
      expect(user.trim()).not.toBe("");
      expect(answer.trim()).not.toBe("");
    }
  });
});

test("the working of sums and differences adds up", () => {
  for (const maker of [sum, difference, bigSum, bigDifference, wordProblem]) {
    for (const { answer } of drawn(maker, "training")) {
      const steps = answer.matchAll(/(\d+(?: [-+] \d+)+) = (-?\d+)/g);
      for (const [, terms = "", result] of steps) {
        const total = terms
          .replaceAll(" ", "")
          .match(/[-+]?\d+/g)
          ?.reduce((left, term) => left + Number(term), 0);
        expect(total, answer).toBe(Number(result));
      }
      const whole = /^(\d+) ([-+]) (\d+):.*So (\d+)\.$/.exec(answer);
      if (whole !== null) {
        const [, left, sign, right, result] = whole;
        const signed = sign === "+" ? Number(right) : -Number(right);
        expect(Number(left) + signed, answer).toBe(Number(result));
      }
    }
  }
});

test("the worked text has the letters that were given", () => {
  for (const maker of [uppercase, lowercase, capitalise]) {
    for (const { user, answer } of drawn(maker, "training")) {
      expect(user.toLowerCase()).toContain(answer.toLowerCase());
    }
  }
});
