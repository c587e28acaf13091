import { type Vocabulary } from "@heddle/engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AnswerText, type AnswerTextOptions } from "./answer-text.ts";

/** Bytes as tokens, and two special tokens: 256, which ends, and 257. */
const special = ["<end>", "<mark>"];
const vocabulary = byteVocabulary();

function byteVocabulary(): Vocabulary {
  const size = 256 + special.length;
  const pieces = [
    ...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)),
    ...special.map((text) => new TextEncoder().encode(text)),
  ];
  const offsets = new Int32Array(size + 1);
  for (const [id, piece] of pieces.entries()) offsets[id + 1] = offsets[id]! + piece.length;
  return {
    size,
    bytes: Uint8Array.from(pieces.flatMap((piece) => [...piece])),
    offsets,
    isSpecial: Uint8Array.from({ length: size }, (_, id) => (id < 256 ? 0 : 1)),
    endTokens: [256],
    hasPrefixSpace: false,
  };
}

function textOf(options: Partial<AnswerTextOptions> = {}): AnswerText {
  return new AnswerText({
    vocabulary,
    endTokens: new Set([256]),
    readTokens: new Set(),
    skipsSpecialTokens: true,
    stopStrings: [],
    keepsStop: false,
    minTokens: 0,
    ...options,
  });
}

const bytes = (text: string): number[] => [...new TextEncoder().encode(text)];

/** The pieces that single tokens bring, and what is left at the end. */
function pieces(tokens: readonly number[], options: Partial<AnswerTextOptions> = {}): string[] {
  const text = textOf(options);
  return [...tokens.map((token) => text.push([token])), text.end()];
}

describe("characters", () => {
  test("one comes when its last byte does", () => {
    expect(pieces(bytes("aé€"))).toEqual(["a", "", "é", "", "", "€", ""]);
  });

  test("one that is never finished is replaced at the end", () => {
    expect(pieces([0xc3])).toEqual(["", "\uFFFD"]);
  });

  test("the end has no text, and other special tokens have theirs where it is asked for", () => {
    expect(pieces([97, 257, 256]).join("")).toBe("a");
    expect(pieces([97, 257, 256], { skipsSpecialTokens: false }).join("")).toBe("a<mark>");
  });
});

describe("stop strings", () => {
  test.each<[says: string, text: string, options: Partial<AnswerTextOptions>, expected: string]>([
    ["cut what follows", "one STOP two", { stopStrings: ["STOP"] }, "one "],
    ["may stay", "one STOP two", { stopStrings: ["STOP"], keepsStop: true }, "one STOP"],
    ["the one that is complete first wins", "abcd", { stopStrings: ["bcd", "bc"] }, "a"],
    ["of those that end together the longest wins", "abcd", { stopStrings: ["cd", "bcd"] }, "a"],
    ["that begin again are found", "aab", { stopStrings: ["ab"] }, "a"],
    ["between bytes of characters", "é€x", { stopStrings: ["€"] }, "é"],
    [
      "before the least number of tokens do not count",
      "aXbXc",
      { stopStrings: ["X"], minTokens: 3 },
      "aXb",
    ],
    ["that never come cut nothing", "abab", { stopStrings: ["abc"] }, "abab"],
  ])("%s", (_, text, options, expected) => {
    expect(pieces(bytes(text), options).join("")).toBe(expected);
    const whole = textOf(options);
    expect(whole.push(bytes(text)) + whole.end()).toBe(expected);
  });

  test("what may become one is held back, and nothing else", () => {
    expect(pieces(bytes("abcSTxSTOP"), { stopStrings: ["STOP"] })).toEqual([
      "a",
      "b",
      "c",
      "",
      "",
      "STx",
      "",
      "",
      "",
      "",
      "",
    ]);
  });

  test("a special token within one does not break it", () => {
    const tokens = [...bytes("aST"), 257, ...bytes("OPb")];
    const options = { stopStrings: ["STOP"], skipsSpecialTokens: false };
    expect(pieces(tokens, options).join("")).toBe("a");
    expect(pieces([...bytes("aST"), 257, 98], options).join("")).toBe("aST<mark>b");
  });

  test("the text does not depend on how the tokens come", () => {
    const letters = fc.array(fc.constantFrom(97, 98, 0xc3, 0xa9, 257), { maxLength: 30 });
    const stops = fc.array(fc.stringMatching(/^[abé]{1,4}$/), { maxLength: 3 });
    const cases = fc.record({ tokens: letters, stopStrings: stops, keepsStop: fc.boolean() });
    fc.assert(
      fc.property(cases, fc.boolean(), ({ tokens, ...stop }, skipsSpecialTokens) => {
        const options = { ...stop, skipsSpecialTokens };
        const whole = textOf(options);
        expect(pieces(tokens, options).join("")).toBe(whole.push(tokens) + whole.end());
      }),
    );
  });
});
