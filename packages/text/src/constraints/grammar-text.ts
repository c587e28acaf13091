import type { CodePointRange } from "./code-points.ts";

import { TextError } from "../errors.ts";
import { allCodePoints, complementOf, unionOf } from "./code-points.ts";
import { characterOf } from "./ebnf.ts";

const maxCharacters = 100_000;
const maxNesting = 64;
const maxRepetition = 10_000;

/**
 * Strings, classes, comments, brackets, counts and points; everything else is passed over. A string or a class that nothing closes
 * goes on to the end: looked for again at each quote in it, it would cost the square of its length.
 */
const tokens =
  /"(?:\\.|[^"\\])*"?|\[(?:\\.|[^\]\\])*\]?|#[^\n]*|[().]|\{\s*(\d+)\s*(?:,\s*(?:(\d+)\s*)?)?\}/gs;

/**
 * An EBNF grammar in the words of xgrammar: a class with characters beyond ASCII is written so that it is enforced, a point (any
 * character, in llama.cpp's grammars) as a class. Its syntax is checked by xgrammar itself.
 *
 * @throws TextError `invalid` for an empty, too large or too deep one, `unsupported` for one in another notation and for large
 *   ranges beyond ASCII
 */
export function grammarText(grammar: string): string {
  if (grammar.trim() === "") throw refusal("invalid", "The grammar is empty.");
  if (grammar.length > maxCharacters) {
    throw refusal(
      "invalid",
      `The grammar has ${grammar.length} characters; at most ${maxCharacters} are allowed.`,
    );
  }
  if (grammar.includes("\0")) throw refusal("invalid", "The grammar contains the character NUL.");
  if (
    !grammar.includes("::=") &&
    /^[ \t]*(?:[?!]?\w+(\.\d+)?[ \t]*:|%(ignore|import))/m.test(grammar)
  ) {
    throw refusal(
      "unsupported",
      "The grammar looks like one for Lark, which this engine does not read. Write it as EBNF: rules with ::=, the first one named root.",
    );
  }
  let nesting = 0;
  return grammar.replaceAll(tokens, (token: string, min = "0", max = "0") => {
    if (token === "(" && ++nesting > maxNesting) {
      throw refusal("invalid", `The grammar nests brackets more than ${maxNesting} deep.`);
    }
    if (token === ")") nesting--;
    if (Math.max(Number(min), Number(max)) > maxRepetition) {
      throw refusal("invalid", `The grammar repeats something more than ${maxRepetition} times.`);
    }
    if (token === ".") return characterOf(allCodePoints);
    return token.startsWith("[") && token.endsWith("]") ? classText(token) : token;
  });
}

const member = /\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\?(.)/gsu;
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9 };

/** In xgrammar 0.1.27 a character beyond ASCII matches nothing in a class, and excludes nothing from a negated one. */
function classText(token: string): string {
  const isNegated = token[1] === "^";
  const members = Array.from(token.slice(isNegated ? 2 : 1, -1).matchAll(member), (match) => {
    const [whole, byte, short, long, plain = ""] = match;
    const hexadecimal = byte ?? short ?? long;
    if (hexadecimal !== undefined)
      return { point: Number.parseInt(hexadecimal, 16), isPlain: false };
    const isEscaped = whole.startsWith("\\") && whole.length > 1;
    const point = (isEscaped ? controls[plain] : undefined) ?? plain.codePointAt(0)!;
    return { point, isPlain: !isEscaped };
  });
  if (members.every(({ point }) => point < 0x80)) return token;
  const ranges: CodePointRange[] = [];
  for (let i = 0; i < members.length; i++) {
    const { point } = members[i]!;
    const dash = members[i + 1];
    const end = members[i + 2];
    if (end !== undefined && dash?.isPlain === true && dash.point === 0x2d) {
      if (end.point < point)
        throw refusal("invalid", `The class ${token} has a range in descending order.`);
      ranges.push([point, end.point]);
      i += 2;
    } else ranges.push([point, point]);
  }
  const set = unionOf(ranges);
  return characterOf(isNegated ? complementOf(set) : set);
}

function refusal(kind: "invalid" | "unsupported", message: string): TextError {
  return new TextError(kind, message, { parameter: "constraint" });
}
