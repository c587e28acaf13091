import { createContext, Script } from "node:vm";
import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { analyse } from "scslre";
import type { Literal } from "./find-expressions.ts";

/**
 * Characters that make expressions over texts and JSON slow, even if the expressions do not name
 * them.
 */
const usual = ["a", "0", " ", "\n", '"', "\\", "é", "{"];
/** At most this many characters of one expression are combined. */
const maxSigns = 16;
/** An expression that needs longer for all of its texts is too slow for one of them. */
const patienceMs = 60_000;

/**
 * Why an expression costs more than the length of the text, a sentence for each reason; empty if it
 * seems linear. There are two judges, since each misses something. The analysis of ambiguity sees
 * one repeated character and one match; the trial sees two repeated characters, all matches of a
 * text, and the real behaviour of the engine.
 */
export function weaknesses(literal: Literal): readonly string[] {
  const { reports } = analyse(literal);
  const told = reports.map(
    ({ type, character, exponential }) =>
      `${exponential ? "exponential" : "superlinear"} (${type}) where ${JSON.stringify(character.pick)} repeats`,
  );
  if (told.length > 0) return [...new Set(told)];
  const stumbling = slowUnit(literal);
  return stumbling === undefined ? [] : [`superlinear where ${JSON.stringify(stumbling)} repeats`];
}

/** Processor time of this process alone, in ms: other load on the machine does not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** A unit of text whose repetition takes the expression more than linear time. */
function slowUnit(literal: Literal): string | undefined {
  const signs = signsOf(literal);
  const units = [...signs, ...signs.flatMap((one) => signs.map((other) => one + other))];
  const context = createContext({ ...literal, units, now: processorMs });
  try {
    return trial.runInContext(context, { timeout: patienceMs }) as string | undefined;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    return (context as { unit?: string }).unit;
  }
}

/**
 * Runs over one text for each unit, with and without an end that fits nothing. If that takes a
 * while, it runs over a text five times as long: quadratic time would be 25 times as long. It is a
 * script, so that an endless expression can be stopped.
 */
const trial = new Script(String.raw`
  const expression = new RegExp(source, flags);
  const isRepeated = expression.global || expression.sticky;
  const run = (text) => {
    let at = 0;
    do {
      expression.lastIndex = at;
      if (expression.test(text)) at = Math.max(at + 1, expression.lastIndex);
      else at = expression.sticky ? at + 1 : text.length;
    } while (isRepeated && at < text.length);
  };
  const timed = (text, times) => {
    let best = Infinity;
    for (let i = 0; i < times; i++) {
      const start = now();
      run(text);
      best = Math.min(best, now() - start);
    }
    return best;
  };
  const isSlow = (end) => {
    const text = (length) => unit.repeat(length / unit.length) + end;
    if (timed(text(10_000), 1) < 2) return false;
    const limit = Math.max(20, 12 * timed(text(10_000), 5));
    // The first time that is short enough settles it.
    return [1, 2, 3].every(() => timed(text(50_000), 1) > limit);
  };
  var unit;
  (() => {
    for (unit of units) if (["", "\u0001"].some(isSlow)) return unit;
  })();
`);

/** The characters and the words that an expression names, and the usual ones. */
function signsOf({ source, flags }: Literal): readonly string[] {
  const parser = new RegExpParser();
  const pattern = parser.parsePattern(source, 0, source.length, {
    // The parser takes only one of the two.
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  const signs = new Set<string>();
  const add = (point: number): void => void signs.add(String.fromCodePoint(point));
  visitRegExpAST(pattern, {
    onCharacterEnter: (node: AST.Character) => add(node.value),
    onCharacterClassRangeEnter: (node: AST.CharacterClassRange) => add(node.max.value),
    onAlternativeEnter: ({ elements }: AST.Alternative) => {
      for (const word of wordsOf(elements)) signs.add(word);
    },
  });
  for (const sign of usual) signs.add(sign);
  return [...signs].slice(0, maxSigns);
}

/** Characters that stand next to each other in a sequence, as `<!--`. */
function wordsOf(elements: readonly AST.Element[]): readonly string[] {
  const words = [""];
  for (const element of elements) {
    if (element.type === "Character") words.push(words.pop() + String.fromCodePoint(element.value));
    else words.push("");
  }
  return words.filter((word) => word.length > 1);
}
