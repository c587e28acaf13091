import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";

import type { Constraint, StructuralTag } from "./constraint.ts";

import { GrammarHost } from "./grammar-host.ts";
import { matches as matchesOn } from "./testing/matches.ts";
import { refusalOf } from "./testing/refusal.ts";
import { allowedBy, randomWalk } from "./testing/random-walk.ts";
import { byteEnd, byteVocabulary, pieceVocabulary } from "./testing/vocabularies.ts";

const vocabulary = byteVocabulary();
const host = new GrammarHost(vocabulary);

const matches = (constraint: Constraint, text: string, on = host): boolean =>
  matchesOn(constraint, text, on);

function walks(constraint: Constraint, count: number, hurryAfter?: number): string[] {
  const texts: string[] = [];
  for (let seed = 0; seed < count; seed++) {
    const { text, isComplete } = randomWalk(host, vocabulary, constraint, seed, hurryAfter);
    expect(isComplete).toBe(true);
    texts.push(text);
  }
  return texts;
}

describe("choice", () => {
  test("exactly one of the choices, also beyond ASCII and one within another", () => {
    const choices = ["yes", "yes, please", "no", "café 日本", "日曜", 'a "quote"\n', "😀"];
    const texts = walks({ kind: "choice", choices }, 400);
    expect(new Set(texts)).toEqual(new Set(choices));
  });

  test.each<[string[], RegExp]>([
    [[], /empty/],
    [["a", ""], /choices is empty/],
    [["a\0"], /NUL/],
    [["\ud800"], /surrogate/],
    [Array.from({ length: 10_001 }, (_, i) => `${i}`), /10001 choices/],
  ])("case %# is refused", (choices, message) => {
    const refusal = refusalOf(host, { kind: "choice", choices });
    expect(refusal.message).toMatch(message);
    expect(refusal).toMatchObject({ kind: "invalid", parameter: "constraint" });
  });
});

describe("json", () => {
  test("without a schema any object, and nothing else", () => {
    for (const text of walks({ kind: "json" }, 20)) {
      const value: unknown = JSON.parse(text);
      expect(typeof value === "object" && value !== null && !Array.isArray(value)).toBe(true);
    }
    expect(matches({ kind: "json" }, "[]")).toBe(false);
  });

  test("white space is one blank after comma and colon, or any", () => {
    const schema = { type: "object", properties: { a: { type: "array" } }, required: ["a"] };
    expect(matches({ kind: "json", schema }, '{"a": [1, 2]}')).toBe(true);
    for (const text of ['{"a":[1,2]}', '{ "a": []}', '{\n"a": []\n}']) {
      expect(matches({ kind: "json", schema }, text)).toBe(false);
      expect(matches({ kind: "json", schema, anyWhitespace: true }, text)).toBe(true);
    }
  });

  test("the end token is allowed when the value is complete, and then nothing else", () => {
    const matcher = host.matcher({
      kind: "json",
      schema: { type: "integer", maximum: 12, minimum: 10 },
    });
    const words = new Int32Array(host.maskWords);
    const states: [number[], boolean][] = [];
    for (const byte of Buffer.from("12")) {
      const isEndAlone = matcher.fillMask(words);
      states.push([allowedBy(words, vocabulary.size), isEndAlone]);
      expect(matcher.accept(byteEnd)).toBe(false);
      expect(matcher.accept(byte)).toBe(true);
    }
    const isEndAlone = matcher.fillMask(words);
    states.push([allowedBy(words, vocabulary.size), isEndAlone]);
    expect(states).toEqual([
      [[0x31], false],
      [[0x30, 0x31, 0x32], false],
      [[byteEnd], true],
    ]);
    expect(matcher.accept(0x33)).toBe(false);
    expect([matcher.accept(byteEnd), matcher.isTerminated, matcher.accept(byteEnd)]).toEqual([
      true,
      true,
      false,
    ]);
    matcher.fillMask(words);
    expect(allowedBy(words, vocabulary.size)).toEqual([]);
  });

  test("text is valid UTF-8 at every token, and special tokens are never allowed", async () => {
    const matcher = host.matcher({ kind: "json", schema: { type: "string" } });
    const words = new Int32Array(host.maskWords);
    const after = (...bytes: number[]): number[] => {
      for (const byte of bytes) expect(matcher.accept(byte)).toBe(true);
      matcher.fillMask(words);
      return allowedBy(words, vocabulary.size);
    };
    const start = after(0x22);
    expect(start.filter((token) => token >= 256 || token < 0x20)).toEqual([]);
    expect(start.filter((token) => token > 0x7f)).toEqual(
      Array.from({ length: 0x33 }, (_, i) => 0xc2 + i),
    );
    // E0 must be followed by A0 and above, ED by 9F and below: no overlong forms, no surrogates.
    expect(after(0xe0)).toEqual(Array.from({ length: 0x20 }, (_, i) => 0xa0 + i));
    expect(after(0xa0, 0x80, 0xed)).toEqual(Array.from({ length: 0x20 }, (_, i) => 0x80 + i));
    expect(after(0x80, 0x80, 0xf4)).toEqual(Array.from({ length: 0x10 }, (_, i) => 0x80 + i));
  });
});

describe("grammar", () => {
  test("EBNF", () => {
    const grammar =
      'root ::= expr\nexpr ::= term (("+" | "-") term)*\nterm ::= [0-9]+ | "(" expr ")"';
    for (const text of ["1", "(1+2)-33", "((7))"])
      expect(matches({ kind: "grammar", grammar }, text)).toBe(true);
    for (const text of ["", "1+", "(1"])
      expect(matches({ kind: "grammar", grammar }, text)).toBe(false);
  });

  test.each([
    ["", "invalid", /empty/],
    [" \n", "invalid", /empty/],
    ['root ::= "a', "invalid", /the string is not closed.*line 1, column 10/],
    ["root ::= missing", "invalid", /"missing" is not defined/],
    ['other ::= "a"', "invalid", /root/],
    ['root ::= "a\0"', "invalid", /NUL/],
    ["root ::= [é-à]", "invalid", /descending.*line 1, column 10/],
    ['start: "a" | /b+/\n%ignore " "', "unsupported", /Lark/],
    ['root ::= "a" root', "invalid", /is endless/],
    [`root ::= ${"(".repeat(100)}"a"${")".repeat(100)}`, "invalid", /64 deep/],
    ['root ::= "a"{1,99999}', "invalid", /10000 times/],
    [`root ::= "${"a".repeat(100_001)}"`, "invalid", /100000/],
    ["root ::= root", "invalid", /is endless/],
  ])("case %# is refused", (grammar, kind, message) => {
    const refusal = refusalOf(host, { kind: "grammar", grammar });
    expect(refusal.message).toMatch(message);
    expect(refusal).toMatchObject({ kind, parameter: "constraint" });
  });

  test.each<[string, string[], string[]]>([
    // Joined into one automaton, these become loops.
    [
      'root ::= [a-b] "b" | [a-c] "b" "b" | [a-c] "b" "b" "b"',
      ["ab", "cbb", "cbbb"],
      ["cb", "abbbb", "abbbbb"],
    ],
    [
      "root ::= a | b | c\na ::= [2-9] [0-9]\nb ::= [1-9] [0-9] [0-9]\nc ::= b [0-9]",
      ["20", "9999"],
      ["10", "99999"],
    ],
    ['root ::= "x" ([a-c]* [b-d] [a-d]?){1,2} "é"', ["xbé", "xabcddé"], ["xé", "xaé", "xddddddé"]],
    [
      'root ::= apart0 "(" "|" "\\"]" ")"\napart0 ::= "a" | [a-b] "]"',
      ['a(|"])', 'a](|"])'],
      ["(|"],
    ],
  ])("alternatives that begin alike stay apart: %s", (grammar, yes, no) => {
    const tag = {
      format: {
        type: "sequence",
        elements: [
          { type: "const_string", value: "<" },
          { type: "grammar", grammar },
        ],
      },
    };
    for (const text of [...yes, ...no]) {
      const isRight = yes.includes(text);
      expect([text, matches({ kind: "grammar", grammar }, text)]).toEqual([text, isRight]);
      expect([text, matches({ kind: "structural_tag", tag }, `<${text}`)]).toEqual([text, isRight]);
    }
  });

  test("characters beyond ASCII in classes, and the point of llama.cpp", () => {
    const grammar = 'root ::= [あ-うé] [^"\\u00e9] .';
    const cases = ["あab", "éa日", "日ab", 'é"b', "éa"].map((text) =>
      matches({ kind: "grammar", grammar }, text),
    );
    expect(cases).toEqual([true, true, false, false, false]);
  });

  test("a class with all characters beyond ASCII is fine", () => {
    expect(matches({ kind: "grammar", grammar: "root ::= [^\\x00-\\x7f]+" }, "é日😀")).toBe(true);
  });
});

describe("structural tags", () => {
  const schema = {
    type: "object",
    properties: { city: { enum: ["Rome", "Oslo"] } },
    required: ["city"],
    additionalProperties: false,
  };
  const structures = [
    { begin: "<call=weather>", schema, end: "</call>" },
    { begin: "<call=any>", end: "</call>" },
  ];
  const forms: [string, StructuralTag][] = [
    ["structures and triggers", { structures, triggers: ["<call="] }],
    [
      "format",
      {
        format: {
          type: "triggered_tags",
          triggers: ["<call="],
          tags: structures.map(({ begin, end, ...rest }) => ({
            type: "tag",
            begin,
            end,
            content: { type: "json_schema", json_schema: rest.schema ?? true },
          })),
        },
      },
    ],
  ];
  test.each(forms)("%s: free text, and sections that follow their schema", (_, tag) => {
    const constraint = { kind: "structural_tag", tag } as const;
    for (const text of [
      "",
      "plain é",
      'I ask: <call=weather>{"city": "Rome"}</call> done',
      "<call=any>[1]</call><call=any>2</call>",
    ]) {
      expect([text, matches(constraint, text)]).toEqual([text, true]);
    }
    for (const text of [
      '<call=weather>{"city": "Bonn"}</call>',
      "<call=other>",
      '<call=weather>{"city": "Rome"}',
    ]) {
      expect([text, matches(constraint, text)]).toEqual([text, false]);
    }
  });

  test("sequences, alternatives, constants and regular expressions", () => {
    const format = {
      type: "sequence",
      elements: [
        { type: "const_string", value: "answer: " },
        {
          type: "or",
          elements: [
            { type: "regex", pattern: "[0-9]{2}" },
            { type: "grammar", grammar: 'root ::= "none"' },
          ],
        },
      ],
    };
    const constraint = { kind: "structural_tag", tag: { format } } as const;
    expect(matches(constraint, "answer: 42")).toBe(true);
    expect(matches(constraint, "answer: none")).toBe(true);
    expect(matches(constraint, "answer: 4")).toBe(false);
  });

  test.each<[StructuralTag, string, RegExp]>([
    [{ structures: [], triggers: ["<"] }, "invalid", /at least one structure/],
    [{ structures, triggers: [] }, "invalid", /at least one trigger/],
    [{ structures, triggers: ["<call=weather"] }, "invalid", /starts with no trigger/],
    [{ structures, triggers: ["<call=", "<other"] }, "invalid", /No structure starts with/],
    [
      { format: { type: "qwen_xml_parameter", json_schema: {} } },
      "unsupported",
      /qwen_xml_parameter/,
    ],
    [{ format: "text" }, "invalid", /must be an object/],
    [{ format: { type: "regex", pattern: "a(?=b)" } }, "unsupported", /look-ahead/],
    [{ format: { type: "json_schema", json_schema: { contains: {} } } }, "unsupported", /contains/],
    [{ format: { type: "sequence", elements: [] } }, "invalid", /elements/],
  ])("case %# is refused", (tag, kind, message) => {
    const refusal = refusalOf(host, { kind: "structural_tag", tag });
    expect(refusal.message).toMatch(message);
    expect(refusal).toMatchObject({ kind, parameter: "constraint" });
  });
});

describe("vocabularies of pieces", () => {
  const pieces = pieceVocabulary(49_152);
  const large = new GrammarHost(pieces);

  test.each<[string, Constraint, (text: string) => boolean]>([
    [
      "choice",
      { kind: "choice", choices: ["yes", "yes, no", "é日"] },
      (text) => ["yes", "yes, no", "é日"].includes(text),
    ],
    [
      "regex",
      { kind: "regex", pattern: "(é|no)+, [0-9]{2}" },
      (text) => /^(é|no)+, [0-9]{2}$/u.test(text),
    ],
    [
      "json",
      {
        kind: "json",
        schema: {
          type: "object",
          properties: {
            é: { type: "string", maxLength: 5 },
            no: { type: "array", items: { type: "integer" }, maxItems: 2 },
          },
          required: ["no"],
          additionalProperties: false,
        },
      },
      (text) => {
        const value = JSON.parse(text) as { é?: string; no: number[] };
        return (
          Array.from(value.é ?? "").length <= 5 &&
          value.no.length <= 2 &&
          value.no.every(Number.isInteger)
        );
      },
    ],
  ])("%s", (_, constraint, isRight) => {
    for (let seed = 0; seed < 12; seed++) {
      const { text, isComplete } = randomWalk(large, pieces, constraint, seed);
      expect([text, isComplete, isRight(text)]).toEqual([text, true, true]);
    }
  });
});

test("works in a worker thread", async () => {
  const code = `
    import { parentPort } from "node:worker_threads";
    import { GrammarHost } from ${JSON.stringify(new URL("./grammar-host.ts", import.meta.url).href)};
    import { byteVocabulary } from ${JSON.stringify(new URL("./testing/vocabularies.ts", import.meta.url).href)};
    const host = new GrammarHost(byteVocabulary());
    const matcher = host.matcher({ kind: "choice", choices: ["a"] });
    parentPort.postMessage([matcher.accept(0x61), matcher.accept(${byteEnd})]);
  `;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const answer = await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  await worker.terminate();
  expect(answer).toEqual([true, true]);
});
