import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byteVocabulary } from "../testing/vocabularies.ts";
import { CompiledGrammar } from "./compiled-grammar.ts";
import { parseEbnf } from "./ebnf-parser.ts";
import type { Expression, Grammar } from "./grammar.ts";
import { tokenIndex } from "./token-index.ts";

const index = tokenIndex(byteVocabulary());
const bounds = { nesting: 64, repetition: 10_000 };

function accepts(grammar: CompiledGrammar, text: string): boolean {
  let state = grammar.start;
  for (const byte of Buffer.from(text)) {
    state = grammar.after(state, byte);
    if (state === -1) return false;
  }
  return grammar.isEnd(state);
}

const given: [name: string, grammar: string, yes: string[], no: string[]][] = [
  [
    "rules that begin with themselves",
    'root ::= sum\nsum ::= sum "+" product | product\nproduct ::= product "*" value | value\nvalue ::= "(" sum ")" | [0-9]+',
    ["1", "1+2*3", "(1+22)*3+(4)", "((7))"],
    ["", "1+", "+1", "(1", "1**2"],
  ],
  [
    "rules that begin with one another",
    'root ::= a\na ::= b "x" | "1"\nb ::= c "y" | "2"\nc ::= a "z" | "3"',
    ["1", "2x", "3yx", "1zyx", "3yxzyx"],
    ["", "1x", "2", "zyx", "1zy"],
  ],
  [
    "behind a part that may be empty",
    'root ::= " "* root "x" | "a"',
    ["a", "ax", "  axx"],
    ["", "x", "  "],
  ],
  [
    "with parts that may be empty all along",
    'root ::= root root | "a" | ""',
    ["", "a", "aaaa"],
    ["b"],
  ],
  [
    "in brackets",
    'root ::= (root "," | "(" root ")"){1,2} "a" | "b"',
    ["b", "b,a", "(b)b,a", "b,b,aa,a"].slice(0, 3),
    ["", "a", "ba"],
  ],
  [
    "nested counts",
    'root ::= ((("a"? "b"){1,2}){2} "c"?){0,2}',
    ["", "bb", "abbbbc", "bbbbbbbb"],
    ["b", "bbb bbb", "a", "cc"],
  ],
  [
    "counts of what may be empty",
    'root ::= ("a"? "b"?){2,3} "c"',
    ["c", "ababc", "abababc"],
    ["ababababc", ""],
  ],
  [
    "characters of all lengths",
    "root ::= [é-ü] [あ-ん]+ [^a-z] .",
    ["éあ日x", "üんん😀é"],
    ["eあ日x", "éあax", "éあ日"],
  ],
  [
    "escapes",
    'root ::= "\\x41\\u0042\\U00000043\\n" [\\]\\-\\\\a-] # end',
    ["ABC\n]", "ABC\n-", "ABC\n\\", "ABC\na"],
    ["ABC\nb"],
  ],
];

describe("a grammar takes its texts and no others:", () => {
  test.each(given)("%s", (_, source, yes, no) => {
    const grammar = new CompiledGrammar(parseEbnf(source, bounds), index);
    for (const text of yes) expect([text, accepts(grammar, text)]).toEqual([text, true]);
    for (const text of no) expect([text, accepts(grammar, text)]).toEqual([text, false]);
  });

  test.each([
    "root ::= root",
    'root ::= "a" root',
    'root ::= a b\na ::= "x"\nb ::= b "y" | b',
    "root ::= []",
  ])("%s has no text that ends", (source) => {
    expect(() => new CompiledGrammar(parseEbnf(source, bounds), index)).toThrow(/is endless/);
  });

  test("a circle of too many rules is refused by name", () => {
    const rules = Array.from({ length: 40 }, (_, i) => `r${i} ::= r${(i + 1) % 40} "x" | "y"`);
    const grammar = parseEbnf(`root ::= r0\n${rules.join("\n")}`, bounds);
    expect(() => new CompiledGrammar(grammar, index)).toThrow(
      /40 rules that begin with one another/,
    );
  });
});

const names = ["root", "p", "q"];
const expressions: fc.Arbitrary<Expression> = fc.letrec<{ node: Expression }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Expression>(
      { kind: "text", text: "" },
      { kind: "text", text: "a" },
      { kind: "text", text: "ab" },
      { kind: "set", set: [[0x61, 0x62]] },
    ),
    fc.constantFrom(...names).map((name): Expression => ({ kind: "rule", name })),
    fc
      .array(tie("node"), { minLength: 2, maxLength: 3 })
      .map((parts): Expression => ({ kind: "sequence", parts })),
    fc
      .array(tie("node"), { minLength: 2, maxLength: 3 })
      .map((alternatives): Expression => ({ kind: "choice", alternatives })),
    fc
      .tuple(
        tie("node"),
        fc.constantFrom([0, 1], [0, Infinity], [1, Infinity], [2, 3], [0, 2], [2, Infinity]),
      )
      .map(([part, [min, max]]): Expression => ({ kind: "repeat", part, min, max })),
  ),
})).node;

test("random grammars, with rules that begin with themselves, agree with their definition", () => {
  const texts = [
    "",
    "a",
    "b",
    "aa",
    "ab",
    "ba",
    "bb",
    "aaa",
    "aba",
    "abb",
    "bab",
    "abab",
    "aabba",
    "babab",
  ];
  let taken = 0;
  let refused = 0;
  const property = fc.property(fc.tuple(expressions, expressions, expressions), (bodies) => {
    const grammar = { root: "root", rules: new Map(names.map((name, at) => [name, bodies[at]!])) };
    const expected = texts.map((text) => derives(grammar, text));
    let compiled: CompiledGrammar;
    try {
      compiled = new CompiledGrammar(grammar, index);
    } catch (error) {
      refused++;
      expect((error as Error).message).toMatch(/is endless/);
      expect(expected).not.toContain(true);
      return;
    }
    taken += expected.filter(Boolean).length;
    expect(texts.map((text) => accepts(compiled, text))).toEqual(expected);
  });
  fc.assert(property, { seed: 5, numRuns: 600 });
  expect(taken).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(5);
});

/** By definition: the least set of (rule, from, to) that the rules justify. */
function derives({ root, rules }: Grammar, text: string): boolean {
  const known = new Set<string>();
  const ends = (expression: Expression, from: number): Set<number> => {
    switch (expression.kind) {
      case "text":
        return new Set(
          text.startsWith(expression.text, from) ? [from + expression.text.length] : [],
        );
      case "set":
        return new Set(from < text.length && /[ab]/.test(text[from]!) ? [from + 1] : []);
      case "sequence":
        return expression.parts.reduce(
          (places, part) => new Set([...places].flatMap((at) => [...ends(part, at)])),
          new Set([from]),
        );
      case "choice":
        return new Set(expression.alternatives.flatMap((each) => [...ends(each, from)]));
      case "repeat": {
        const found = new Set<number>();
        let places = new Set([from]);
        // No text has more rounds that read something than it has letters.
        const rounds = Math.min(expression.max, expression.min + text.length + 1);
        for (let round = 0; round <= rounds; round++) {
          if (round >= expression.min) for (const at of places) found.add(at);
          places = new Set([...places].flatMap((at) => [...ends(expression.part, at)]));
        }
        return found;
      }
      default: {
        const places = Array.from({ length: text.length + 1 }, (_, to) => to);
        return new Set(places.filter((to) => known.has(`${expression.name} ${from} ${to}`)));
      }
    }
  };
  for (let before = -1; before !== known.size;) {
    before = known.size;
    for (const [name, body] of rules) {
      for (let from = 0; from <= text.length; from++) {
        for (const to of ends(body, from)) known.add(`${name} ${from} ${to}`);
      }
    }
  }
  return known.has(`${root} 0 ${text.length}`);
}

test("a text that stands in too many places fails alone: others of the same grammar go on", () => {
  const source = `root ::= "b" "c" | "d" ${'"a"? '.repeat(2000)}`;
  const grammar = new CompiledGrammar(parseEbnf(source, bounds), index, { maxPlaces: 1000 });
  expect(() => accepts(grammar, "d")).toThrow(/too ambiguous/);
  expect(["ba", "b", "bc"].map((text) => accepts(grammar, text))).toEqual([false, false, true]);
  expect(() => accepts(grammar, "da")).toThrow(/too ambiguous/);
});
