import { describe, expect, test } from "vitest";
import type { Constraint } from "../constraint.ts";
import { grammarSource } from "../grammar-source.ts";
import { numbersOf } from "../testing/random-walk.ts";
import { textVocabulary } from "../testing/text-vocabulary.ts";
import { CompiledGrammar } from "./compiled-grammar.ts";
import { tokenIndex } from "./token-index.ts";

const vocabulary = textVocabulary(6000);
const index = tokenIndex(vocabulary);
const text = { type: "string" };
const json = (schema: unknown): Constraint => ({ kind: "json", schema });
const object = (properties: object, more: object = {}): Constraint =>
  json({ type: "object", properties, required: Object.keys(properties), ...more });

const constraints: [string, Constraint][] = [
  ["any JSON", { kind: "json" }],
  ["any white space", { kind: "json", schema: { type: "array" }, anyWhitespace: true }],
  ["a string", json(text)],
  ["a string of at most 5 characters", json({ ...text, maxLength: 5 })],
  ["a string of 3 to 90 characters", json({ ...text, minLength: 3, maxLength: 90 })],
  ["a string of 200 characters", json({ ...text, minLength: 200, maxLength: 200 })],
  ["a name", json({ ...text, pattern: "^[a-z_]+$" })],
  ["a short name", json({ ...text, pattern: "^[a-zA-Z][a-zA-Z_-]{0,9}$" })],
  ["no slash", json({ ...text, pattern: "^[^/]+(/[^/]+)*$" })],
  ["letters of one script", { kind: "regex", pattern: "[\\u0430-\\u044f ]{2,}( [a-z]+)?" }],
  ["a date", json({ ...text, format: "date" })],
  ["keys beside named ones", object({ name: text, number: { type: "integer" } })],
  ["one of many keys", json({ type: "object", properties: { type: text, the: text, true: text } })],
  ["numbers", json({ type: "array", items: { type: "number", minimum: -3.5, maximum: 1200 } })],
  ["choices", { kind: "choice", choices: ["the weaver", "the weaver is", "日本語", "é", "éü"] }],
  [
    "a recursive grammar",
    { kind: "grammar", grammar: 'root ::= "a" root " " | [^x"] root? | "{" root "}"' },
  ],
  ["counts that overlap", { kind: "regex", pattern: "(a|ab|the ?){2,40}x?" }],
  [
    "tags in free text",
    {
      kind: "structural_tag",
      tag: { structures: [{ begin: '{"name', schema: text, end: "}" }], triggers: ['{"na'] },
    },
  ],
];

/** What a mask must be: each token by itself, byte by byte. */
function tokensOneByOne(grammar: CompiledGrammar, state: number): number[] {
  const allowed: number[] = [];
  for (let token = 0; token < vocabulary.size; token++) {
    if (grammar.after(state, token) !== -1) allowed.push(token);
  }
  return allowed;
}

function tokensOf(mask: Int32Array): number[] {
  const allowed: number[] = [];
  for (let token = 0; token < vocabulary.size; token++) {
    if (((mask[token >>> 5]! >>> (token & 31)) & 1) === 1) allowed.push(token);
  }
  return allowed;
}

describe("a mask holds the tokens that may follow, each tried by itself:", () => {
  test.each(constraints)("%s", (_, constraint) => {
    const grammar = new CompiledGrammar(grammarSource(constraint), index);
    let [widest, narrowest] = [0, Infinity];
    for (let seed = 0; seed < 6; seed++) {
      const draw = numbersOf(seed);
      let state = grammar.start;
      for (let step = 0; step < 40; step++) {
        const expected = tokensOneByOne(grammar, state);
        const mask = tokensOf(grammar.mask(state));
        if (mask.length !== expected.length) expect(mask).toEqual(expected);
        else expect(mask.every((token, at) => token === expected[at])).toBe(true);
        [widest, narrowest] = [Math.max(widest, mask.length), Math.min(narrowest, mask.length)];
        if (mask.length === 0) break;
        state = grammar.after(state, mask[Math.floor(draw() * mask.length)]!);
      }
    }
    expect(widest).toBeGreaterThan(narrowest);
  });
});

test("what a mask is made of is dropped when it takes too much memory, and the masks stay the same", () => {
  const grammar = new CompiledGrammar(grammarSource(json({ ...text, maxLength: 5000 })), index, {
    maxStateBytes: 400_000,
    maxMaskBytes: 4 * index.maskWords * 3,
  });
  const expected = tokensOf(grammar.mask(grammar.start));
  let generations = 0;
  let state = grammar.start;
  let read = 0;
  for (let token = 34; read < 4000; token = 97, read++) {
    const { generation } = grammar;
    grammar.tidy();
    if (grammar.generation !== generation) {
      generations++;
      state = grammar.after(grammar.start, 34);
      for (let i = 1; i < read; i++) state = grammar.after(state, 97);
    }
    state = grammar.after(state, token);
    grammar.mask(state);
    expect(grammar.bytes).toBeLessThan(8_000_000);
  }
  expect(generations).toBeGreaterThan(1);
  expect(generations).toBeLessThan(4000 / 256);
  expect(tokensOf(grammar.mask(grammar.start))).toEqual(expected);
});
