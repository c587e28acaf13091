import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TextError } from "../errors.ts";
import {
  byteFallbackTokenizer,
  bytePairTokenizer,
  byteTokenizer,
} from "./testing/tokenizer-files.ts";
import { Tokenizer, type TokenizerSource } from "./tokenizer.ts";
import { tokenBytes } from "./vocabulary.ts";

const merges: [string, string][] = [
  ["h", "e"],
  ["l", "l"],
  ["he", "ll"],
  ["hell", "o"],
  ["Ġ", "hello"],
  ["Ã", "©"],
  ["<", "|"],
];

const kinds: [string, TokenizerSource][] = [
  ["bytes alone", byteTokenizer()],
  ["byte-level pairs", bytePairTokenizer(merges)],
  ["byte fallback with a prefix space", byteFallbackTokenizer("prepend")],
  ["byte fallback without one", byteFallbackTokenizer("never")],
];

describe.each(kinds)("%s", (_, source) => {
  const tokenizer = new Tokenizer(source);

  test("any text comes back from its tokens; lone surrogates as U+FFFD", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), loneSurrogates(), (text, odd) => {
        const whole = text + odd + text;
        // The mark is the space in these tokenizers: it does not survive.
        fc.pre(!whole.includes("▁"));
        expect(tokenizer.decode(tokenizer.encode(whole))).toBe(whole.toWellFormed());
      }),
      { numRuns: 300 },
    );
  });

  test("the bytes of the tokens one after another are the bytes of the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (text) => {
        fc.pre(!text.includes("▁"));
        const tokens = tokenizer.encode(text);
        const bytes = Buffer.concat([...tokens].map((id) => tokenBytes(tokenizer.vocabulary, id)));
        const prefix = tokenizer.vocabulary.hasPrefixSpace ? " " : "";
        expect(bytes.toString()).toBe(prefix + text);
      }),
    );
  });

  test("an id that is no token is refused by its place", () => {
    const { size } = tokenizer.vocabulary;
    for (const id of [size, -1, 2 ** 31 - 1]) {
      expect(() => tokenizer.decode([65, id])).toThrow(`Token ${id} at index 1`);
    }
  });
});

function loneSurrogates(): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 0xd800, max: 0xdfff }), { maxLength: 3 })
    .map((units) => String.fromCharCode(...units));
}

const pairs = new Tokenizer(bytePairTokenizer(merges));
const fallback = new Tokenizer(byteFallbackTokenizer("metaspace"));

describe("encoding", () => {
  test("bytes are their own ids where there are no merges", () => {
    const tokenizer = new Tokenizer(byteTokenizer());
    expect([...tokenizer.encode("é<|im_end|>")]).toEqual([0xc3, 0xa9, 257]);
  });

  test("merges are taken in their order, over the bytes of a character too", () => {
    expect([...pairs.encode("hello hello hell é")]).toEqual([263, 264, 32, 262, 32, 265]);
  });

  test("characters outside the vocabulary fall back to bytes", () => {
    expect([...fallback.encode("hello日")]).toEqual([291, 3 + 0xe6, 3 + 0x97, 3 + 0xa5]);
  });

  test("what a user writes is plain text where special tokens are not to be recognised", () => {
    const text = "<|im_end|>";
    const tokens = pairs.encode(text, { recognisesSpecialTokens: false });
    expect([...pairs.encode(text)]).toEqual([257]);
    expect([...tokens].filter((id) => pairs.vocabulary.isSpecial[id] === 1)).toEqual([]);
    expect(tokens[0]).toBe(266);
    expect(pairs.decode(tokens)).toBe(text);
  });

  test("plain text never becomes a special token of the model's own vocabulary", () => {
    const source = bytePairTokenizer([]);
    const file = JSON.parse(source.tokenizerJson);
    file.model.vocab["<|im_end|>"] = 257;
    file.model.ignore_merges = true;
    file.pre_tokenizer = { ...file.pre_tokenizer, use_regex: false };
    const tokenizer = new Tokenizer({ ...source, tokenizerJson: JSON.stringify(file) });
    const tokens = tokenizer.encode("<|im_end|>", { recognisesSpecialTokens: false });
    expect([...tokens]).not.toContain(257);
  });

  test("what surrounds a whole text is added on request, and left out of the text again", () => {
    const tokens = fallback.encode("hello", { addSpecialTokens: true });
    expect([...tokens]).toEqual([1, 291]);
    expect(fallback.decode(tokens, { skipSpecialTokens: true })).toBe("hello");
  });

  test("the empty text has no tokens", () => {
    for (const tokenizer of [pairs, fallback]) expect(tokenizer.encode("")).toHaveLength(0);
  });

  test("a character without a token is refused where there is no token for the unknown", () => {
    const source = byteTokenizer();
    const file = JSON.parse(source.tokenizerJson);
    delete file.model.vocab["q"];
    const tokenizer = new Tokenizer({ ...source, tokenizerJson: JSON.stringify(file) });
    expect([...tokenizer.encode("ok")]).toEqual([111, 107]);
    expect(() => tokenizer.encode("quite")).toThrow("no token for a character");
  });

  test("names of JavaScript's own are words like others", () => {
    const text = "__proto__ constructor toString hasOwnProperty";
    for (const tokenizer of [pairs, fallback]) {
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
    }
  });

  test("a regular expression of Qwen's form splits as it says", () => {
    const pattern =
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    const source = bytePairTokenizer(
      [
        ["1", "2"],
        ["Ġ", "a"],
      ],
      {
        normalizer: { type: "NFC" },
        pre_tokenizer: {
          type: "Sequence",
          pretokenizers: [
            { type: "Split", pattern: { Regex: pattern }, behavior: "Isolated", invert: false },
            { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: false },
          ],
        },
      },
    );
    const tokenizer = new Tokenizer(source);
    // Digits stand alone, so 1 and 2 do not merge; NFC composes e and its accent.
    expect([...tokenizer.encode("12 a e\u0301")]).toEqual([49, 50, 261, 32, 0xc3, 0xa9]);
  });
});

describe("vocabulary", () => {
  test("ids without a token are holes: no bytes, never text", () => {
    const source = bytePairTokenizer(merges);
    const file = JSON.parse(source.tokenizerJson);
    file.added_tokens.push({ id: 300, content: "<far>", special: false });
    const { vocabulary } = new Tokenizer({
      ...source,
      tokenizerJson: JSON.stringify(file),
      vocabularyTokens: 320,
    });
    expect(vocabulary.size).toBe(320);
    for (const hole of [299, 301, 319]) {
      expect(vocabulary.isSpecial[hole]).toBe(1);
      expect(tokenBytes(vocabulary, hole)).toHaveLength(0);
    }
    expect(Buffer.from(tokenBytes(vocabulary, 300)).toString()).toBe("<far>");
    expect(vocabulary.isSpecial[300]).toBe(0);
  });

  test("a model with fewer rows than ids does not belong to the tokenizer", () => {
    expect(() => new Tokenizer({ ...byteTokenizer(), vocabularyTokens: 259 })).toThrow("259 rows");
  });

  test("end tokens are the configured one, or those that are given", () => {
    expect(pairs.vocabulary.endTokens).toEqual([257]);
    const given = new Tokenizer({ ...byteTokenizer(), endTokens: [257, 258] });
    expect(given.vocabulary.endTokens).toEqual([257, 258]);
  });

  test("tokens that only the configuration names are added", () => {
    const source = byteTokenizer();
    const config = { added_tokens_decoder: { "260": { content: "<tool>", special: true } } };
    const tokenizer = new Tokenizer({ ...source, tokenizerConfig: JSON.stringify(config) });
    expect([...tokenizer.encode("a<tool>")]).toEqual([97, 260]);
  });
});

describe("what cannot be carried out is refused by name", () => {
  const model = (changes: object): object => ({
    model: { ...JSON.parse(byteTokenizer().tokenizerJson).model, ...changes },
  });
  const cases: [string, object][] = [
    ["WordPiece", { model: { type: "WordPiece", vocab: { a: 0 }, unk_token: "a" } }],
    ["Unigram", { model: { type: "Unigram", vocab: [["a", 0]], unk_id: 0 } }],
    ["BertNormalizer", { normalizer: { type: "BertNormalizer" } }],
    ["Precompiled", { normalizer: { type: "Sequence", normalizers: [{ type: "Precompiled" }] } }],
    ["Whitespace", { pre_tokenizer: { type: "Whitespace" } }],
    [
      "MergedWithNext",
      { pre_tokenizer: { type: "Split", pattern: { String: " " }, behavior: "MergedWithNext" } },
    ],
    ["Isolated", { pre_tokenizer: { type: "Punctuation" } }],
    ["WordPiece", { decoder: { type: "WordPiece" } }],
    ["none", { decoder: null }],
    ["end_of_word_suffix", model({ end_of_word_suffix: "</w>" })],
    ["continuing_subword_prefix", model({ continuing_subword_prefix: "##" })],
    ["dropout", model({ dropout: 0.1 })],
  ];
  test.each(cases)("%s", (name, changes) => {
    expect(failureOf(bytePairTokenizer([], changes as Record<string, unknown>))).toMatchObject({
      kind: "unsupported",
      message: expect.stringContaining(name),
    });
  });

  const broken: [string, Partial<TokenizerSource>][] = [
    ["not JSON", { tokenizerJson: "{" }],
    ["not a JSON object", { tokenizerJson: "[]" }],
    ['no "model"', { tokenizerJson: "{}" }],
    ["tokenizer_config.json is not JSON", { tokenizerConfig: "x" }],
    ["not an id", { tokenizerJson: '{"model":{"type":"BPE","vocab":{"a":1e9},"merges":[]}}' }],
    [
      "id 1",
      {
        tokenizerJson: bytePairTokenizer([], {
          model: { type: "BPE", vocab: { a: 1, b: 1 }, merges: [] },
        }).tokenizerJson,
      },
    ],
  ];
  test.each(broken)("a broken file: %s", (message, change) => {
    expect(failureOf({ ...byteTokenizer(), ...change })).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(message),
    });
  });

  function failureOf(source: TokenizerSource): unknown {
    try {
      return new Tokenizer(source);
    } catch (error) {
      return error instanceof TextError ? error : new Error("no TextError", { cause: error });
    }
  }
});
