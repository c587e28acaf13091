import { createContext, Script } from "node:vm";
import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { analyse } from "scslre";
import type { Literal } from "./find-expressions.ts";

/** Signs that expressions over texts and JSON stumble over, whether they name them or not. */
const usual = ["a", "0", " ", "\n", '"', "\\", "é", "{"];
/** More signs of one expression are not combined. */
const maxSigns = 16;
/** An expression that has not gone through all of its texts by then has met one that stops it. */
const patienceMs = 60_000;

/**
 * What makes an expression cost more than the length of the text, a sentence each; nothing where it
 * is linear as far as can be told. Two judges, since each is blind to something: the analysis of
 * ambiguity looks at one sign that repeats, and at one match; the trial at two signs that repeat, at
 * all matches of a text, and at what the engine really does.
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

/** Time of this process alone, whatever else the machine does. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** A unit of text that an expression takes more than linear time for when it repeats. */
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
 * Runs over one text for each unit, with an end that fits nothing and without; where that is not
 * done at once, over one five times as long: the square would take 25 times as long. It is a script
 * so that an expression that never ends can be stopped.
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
    if (timed(text(6_000), 1) < 2) return false;
    const limit = Math.max(20, 12 * timed(text(6_000), 5));
    // The first time that is short enough settles it.
    return [1, 2, 3].every(() => timed(text(30_000), 1) > limit);
  };
  var unit;
  (() => {
    for (unit of units) if (["", "\u0001"].some(isSlow)) return unit;
  })();
`);

/** The characters and the words that an expression names, and the usual ones. */
function signsOf({ source, flags }: Literal): readonly string[] {
  const parser = new RegExpParser();
  const isUnicode = flags.includes("u") || flags.includes("v");
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: isUnicode,
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
