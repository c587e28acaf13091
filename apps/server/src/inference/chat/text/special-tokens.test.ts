import type { Vocabulary } from "@heddle/engine";
import { expect, test } from "vitest";
import { specialTokensOf } from "./special-tokens.ts";

/** A vocabulary of these texts, of which some are special tokens. */
function vocabularyOf(texts: readonly Uint8Array[], special: readonly number[]): Vocabulary {
  const offsets = texts.reduce<number[]>((all, text) => [...all, all.at(-1)! + text.length], [0]);
  return {
    size: texts.length,
    bytes: Uint8Array.from(texts.flatMap((text) => [...text])),
    offsets: Int32Array.from(offsets),
    isSpecial: Uint8Array.from(texts, (_, token) => (special.includes(token) ? 1 : 0)),
    endTokens: [],
    hasPrefixSpace: false,
  };
}

const text = (said: string): Uint8Array => new TextEncoder().encode(said);

test("finds special tokens by their texts, and no others", () => {
  const vocabulary = vocabularyOf([text("<a>"), text("<b>"), text("<c>")], [1, 2]);
  expect(specialTokensOf(["<a>", "<b>", "<d>"], vocabulary)).toEqual(new Set([1]));
});
