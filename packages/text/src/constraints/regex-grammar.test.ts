import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { GrammarHost } from "./grammar-host.ts";
import { parseRegex } from "./regex-parser.ts";
import { refusalOf } from "./testing/refusal.ts";
import { byteVocabulary } from "./testing/vocabularies.ts";
import { randomWalk } from "./testing/random-walk.ts";

const vocabulary = byteVocabulary();
const host = new GrammarHost(vocabulary);

/** Whether the grammar takes a whole text. */
function accepts(pattern: string, text: string): boolean {
  const matcher = host.matcher({ kind: "regex", pattern });
  return [...Buffer.from(text), vocabulary.endTokens[0]!].every((token) => matcher.accept(token));
}

const given: [pattern: string, yes: string[], no: string[]][] = [
  ["^a|b$", ["a", "b"], ["ab", ""]],
  ["(yes|no), [0-9]{3}-[A-F]+x?", ["yes, 123-AFx", "no, 000-A"], ["no, 12-A", "yes, 123-"]],
  ["(^a|^b)c$", ["ac", "bc"], ["c", "abc"]],
  ['[^,"]*é', ["é", "日é", "éé"], ['"é', "a"]],
  ["\\s", [" ", "\t", "\u1680", "\u2004", "\u3000"], ["a", "", "\u1684", "\u3004"]],
  ["(?:a{2,3}?)+", ["aa", "aaaaa"], ["a", ""]],
  [".*x", ["日本x", "x"], ["a\nx", ""]],
  ["[\\]\\-a\\\\]", ["]", "-", "a", "\\"], ["b", ""]],
  ["(?P<x>a)(?<y>b)", ["ab"], ["a"]],
  ["[\\u4e00-\\u9fa5]+", ["一", "日本"], ["", "a", "あ"]],
  ["[a-]{2}", ["a-", "--"], ["b-"]],
  ["\\x41\\u0042\\u{43}", ["ABC"], ["abc"]],
  ["a||b", ["", "a", "b"], ["ab"]],
  // Joined into one automaton, these become loops.
  ["[a-b]b|[a-c]bb|[a-c]bbb", ["ab", "cbb", "cbbb"], ["cb", "abbbb", "abbbbb"]],
  ["[2-9][0-9]|[1-9][0-9][0-9]|[1-9][0-9][0-9][0-9]", ["20", "9999"], ["10", "99999", "999999"]],
  ["(a?b?){2,3}c", ["c", "ababc", "abababc"], ["ababababc"]],
  ["([a-c]*[b-d]){2}", ["bd", "abcdb"], ["a", "e", "d"]],
  ["^(?!.*\\.\\.)(?=.*z)[a-z.]+$", ["a.z", "z"], ["a..z", "a", ""]],
  ["(?!ab$)[a-c]{1,3}", ["a", "ba", "aba"], ["ab"]],
  ["日本|日曜|é|è", ["日本", "日曜", "é", "è"], ["日", "ê", "日日"]],
];

test.each(given)("%s matches whole texts and no others", (pattern, yes, no) => {
  for (const text of yes) expect([text, accepts(pattern, text)]).toEqual([text, true]);
  for (const text of no) expect([text, accepts(pattern, text)]).toEqual([text, false]);
});

test.each([
  ["a(?=b)", "unsupported", /look-ahead/],
  ["(?<!a)b", "unsupported", /look-behind/],
  ["(a)\\1", "unsupported", /back-reference/],
  ["\\bx", "unsupported", /word boundary/],
  ["\\p{L}", "unsupported", /Unicode property/],
  ["(?i)a", "unsupported", /\(\?i/],
  ["a^b", "unsupported", /\^ that is not at the beginning/],
  ["(a|b$)c", "unsupported", /\$ that is not at the end/],
  ["(^a)+", "unsupported", /\^ that is not at the beginning/],
  ["a(", "invalid", /not closed/],
  ["a)", "invalid", /unmatched "\)"/],
  ["*", "invalid", /nothing to repeat/],
  ["a**", "invalid", /two repetitions/],
  ["[z-a]", "invalid", /descending/],
  ["[a", "invalid", /end where more/],
  ["a{3,2}", "invalid", /repetition/],
  ["a\0", "invalid", /NUL/],
  ["", "invalid", /empty/],
  ["(a{1,1000}){1,1000}", "invalid", /more than 10000 characters/],
  ["a{99999}", "invalid", /more than 10000 repetitions/],
  [`${"(".repeat(40)}a${")".repeat(40)}`, "invalid", /nested/],
  ["[^\\s\\S]", "invalid", /empty/],
])("%s is refused by name, case %#", (pattern, kind, message) => {
  const refusal = refusalOf(host, { kind: "regex", pattern });
  expect(refusal).toMatchObject({ kind, parameter: "constraint" });
  expect(refusal.message).toMatch(message);
});

const patterns: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("a", "b", "[ab]", "[b-d]", "[^a]", "é", "\\w", "."),
    fc.tuple(tie("node"), tie("node")).map(([a, b]) => a + b),
    fc.tuple(tie("node"), tie("node"), tie("node")).map(([a, b, c]) => `(?:${a}|${b}|${c})`),
    fc
      .tuple(tie("node"), fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}"))
      .map(([a, times]) => `(?:${a})${times}`),
  ),
})).node;

describe("random patterns", () => {
  test("agree with RegExp on random texts", () => {
    let matched = 0;
    const texts = fc.array(fc.stringMatching(/^[abcdé]{0,7}$/), { minLength: 8, maxLength: 8 });
    const property = fc.property(patterns, texts, (pattern, samples) => {
      const whole = new RegExp(`^(?:${pattern})$`, "u");
      for (const text of samples) {
        const isMatch = accepts(pattern, text);
        if (isMatch) matched++;
        if (isMatch !== whole.test(text)) {
          throw new Error(`${pattern} and ${JSON.stringify(text)}: the grammar says ${isMatch}`);
        }
      }
    });
    fc.assert(property, { seed: 7, numRuns: 250 });
    expect(matched).toBeGreaterThan(100);
  });

  test("write only what RegExp matches", () => {
    const property = fc.property(patterns, fc.nat(), (pattern, seed) => {
      const { text, isComplete } = randomWalk(
        host,
        vocabulary,
        { kind: "regex", pattern },
        seed,
        20,
      );
      if (!isComplete) return;
      expect(text).toMatch(new RegExp(`^(?:${pattern.replaceAll(".", "[^\\n\\r]")})$`, "u"));
    });
    fc.assert(property, { seed: 11, numRuns: 150 });
  });

  test("a parsed pattern does not depend on groups that only group", () => {
    expect(parseRegex("(?:a)")).toEqual(parseRegex("a"));
  });
});
