import fc from "fast-check";
import { expect, test } from "vitest";

import { GrammarHost } from "./grammar-host.ts";
import { separatedGrammar } from "./separated-grammar.ts";
import { byteEnd, byteVocabulary } from "./testing/vocabularies.ts";

const host = new GrammarHost(byteVocabulary());

async function accepts(grammar: string, text: string): Promise<boolean> {
  const matcher = await host.matcher(await host.compile({ kind: "grammar", grammar }));
  try {
    for (const byte of Buffer.from(text)) if (!(await matcher.accept(byte))) return false;
    return await matcher.accept(byteEnd);
  } finally {
    matcher.dispose();
  }
}

test("alternatives and starred classes become rules that refer to themselves", () => {
  expect(separatedGrammar('root ::= (("a" b) | ("" ) | ([x|(]* "(|"))\nb ::= (("c"))')).toBe(
    [
      'root ::= apart0 | "" | apart2',
      'b ::= "c"',
      'apart0 ::= "a" b | "\\x00" apart0',
      'apart1 ::= [x|(]* | "\\x00" apart1',
      'apart2 ::= apart1 "(|" | "\\x00" apart2',
    ].join("\n"),
  );
});

/** The same language as a regular expression and as EBNF. */
type Pair = readonly [pattern: string, grammar: string];

const pairs: fc.Arbitrary<Pair> = fc.letrec<{ node: Pair }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Pair>(
      ["a", '"a"'],
      ["[ab]", "[ab]"],
      ["[b-d]", "[b-d]"],
      ["[^a]", "[^a]"],
      ["é", '"é"'],
      ["è", '"è"'],
    ),
    fc.tuple(tie("node"), tie("node")).map(([a, b]): Pair => [a[0] + b[0], `(${a[1]} ${b[1]})`]),
    fc
      .tuple(tie("node"), tie("node"), tie("node"))
      .map((all): Pair => [
        `(?:${all.map(([pattern]) => pattern).join("|")})`,
        `(${all.map(([, grammar]) => grammar).join(" | ")})`,
      ]),
    fc
      .tuple(tie("node"), fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}"))
      .map(([a, times]): Pair => [`(?:${a[0]})${times}`, `(${a[1]})${times}`]),
  ),
})).node;

test("random grammars agree with the regular expressions that say the same", async () => {
  let matched = 0;
  const texts = fc.array(fc.stringMatching(/^[abcdéè]{0,6}$/), { minLength: 8, maxLength: 8 });
  const property = fc.asyncProperty(pairs, texts, async ([pattern, grammar], samples) => {
    const whole = new RegExp(`^(?:${pattern})$`, "u");
    for (const text of samples) {
      if (whole.test(text)) matched++;
      expect([grammar, text, await accepts(`root ::= ${grammar}`, text)]).toEqual([
        grammar,
        text,
        whole.test(text),
      ]);
    }
  });
  await fc.assert(property, { seed: 1003, numRuns: 250 });
  expect(matched).toBeGreaterThan(100);
});
