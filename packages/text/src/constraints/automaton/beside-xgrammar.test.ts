import { describe, expect, test } from "vitest";
import { GrammarHost } from "../grammar-host.ts";
import { numbersOf } from "../testing/random-walk.ts";
import { textVocabulary } from "../testing/text-vocabulary.ts";
import { xgrammarMasks } from "../testing/xgrammar-masks.ts";

const vocabulary = textVocabulary(6000);
const host = new GrammarHost(vocabulary);

/** Without alternatives that begin alike, and without classes of some characters beyond ASCII: there xgrammar 0.1.27 is wrong. */
const character = '([^"\\\\\\x00-\\x1f] | "\\\\" (["\\\\/bfnrt] | "u" [0-9a-f]{4}))';
const grammars: [string, string][] = [
  ["a string", `root ::= "\\"" ${character}* "\\""`],
  ["a bounded string", `root ::= "\\"" ${character}{0,7} "\\""`],
  ["a name", 'root ::= "\\"" [a-z_] [a-zA-Z0-9_-]{0,20} "\\""'],
  ["a number", 'root ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)?'],
  [
    "JSON",
    `root ::= object
object ::= "{" (member (", " member)*)? "}"
member ::= string ": " value
array ::= "[" (value (", " value)*)? "]"
string ::= "\\"" ${character}* "\\""
value ::= object | array | string | "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? | "true" | "false" | "null"`,
  ],
  ["words", 'root ::= ("the" | "weaver" | " ")+ "\\n"'],
  ["sums", 'root ::= sum\nsum ::= term (("+" | "-") term)*\nterm ::= [0-9]+ | "(" sum ")"'],
];

describe("masks are those of xgrammar, but for what is no text:", () => {
  test.each(grammars)("%s", async (_, grammar) => {
    let compared = 0;
    for (let seed = 0; seed < 8; seed++) {
      const theirs = await xgrammarMasks(vocabulary, grammar);
      const ours = host.matcher({ kind: "grammar", grammar });
      const words = new Int32Array(host.maskWords);
      const draw = numbersOf(seed);
      const text: number[] = [];
      for (let step = 0; step < 30; step++) {
        ours.fillMask(words);
        const mask = await theirs.mask();
        const allowed: number[] = [];
        for (let token = 0; token < vocabulary.size; token++) {
          const isOurs = has(words, token);
          if (isOurs) allowed.push(token);
          if (isOurs === has(mask, token)) continue;
          // Tokens without text pass any grammar there, and bytes that are no UTF-8 pass its classes.
          expect([token, isOurs, isText([...text, token])]).toEqual([token, false, false]);
        }
        compared++;
        const token = allowed[Math.floor(draw() * allowed.length)]!;
        expect([ours.accept(token), theirs.accept(token)]).toEqual([true, true]);
        if (vocabulary.endTokens.includes(token)) break;
        text.push(token);
      }
    }
    expect(compared).toBeGreaterThan(10);
  });
});

function has(words: Int32Array, token: number): boolean {
  return ((words[token >>> 5]! >>> (token & 31)) & 1) === 1;
}

/** Whether the last token has text, and all together are the beginning of valid UTF-8 without NUL. */
function isText(tokens: readonly number[]): boolean {
  const { bytes, offsets, isSpecial } = vocabulary;
  const last = tokens.at(-1)!;
  if (isSpecial[last] === 1 || offsets[last] === offsets[last + 1]) return false;
  const all = tokens.flatMap((token) => [...bytes.subarray(offsets[token], offsets[token + 1])]);
  if (all.includes(0)) return false;
  try {
    // `stream` lets a character be cut at the end.
    new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(all), { stream: true });
    return true;
  } catch {
    return false;
  }
}
