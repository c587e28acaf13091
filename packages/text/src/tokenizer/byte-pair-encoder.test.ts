import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BytePairEncoder } from "./byte-pair-encoder.ts";
import type { TokenizerFile } from "./tokenizer-file.ts";

type Merges = readonly (readonly [string, string])[];

function modelOf(
  letters: string,
  merges: Merges,
  more: Record<string, unknown> = {},
): TokenizerFile["model"] {
  const tokens = [...new Set([...Array.from(letters), ...merges.map((pair) => pair.join(""))])];
  const vocab = Object.fromEntries(tokens.map((token, id) => [token, id]));
  return { type: "BPE", vocab, merges, ...more };
}

function tokensOf(model: TokenizerFile["model"], word: string, hidden: string[] = []): string[] {
  const ids: number[] = [];
  new BytePairEncoder(model, new Set(hidden)).encode(word, ids);
  const names = new Map(Object.entries(model.vocab).map(([token, id]) => [id, token]));
  return ids.map((id) => names.get(id) ?? "?");
}

/** The definition, word for word: the leftmost pair of the lowest rank, again and again. */
function mergedOneByOne(word: string, merges: Merges): string[] {
  const parts = Array.from(word);
  for (;;) {
    let best = { rank: Infinity, at: -1 };
    for (let at = 0; at + 1 < parts.length; at++) {
      const rank = merges.findLastIndex(([a, b]) => a === parts[at] && b === parts[at + 1]);
      if (rank >= 0 && rank < best.rank) best = { rank, at };
    }
    if (best.at < 0) return parts;
    parts.splice(best.at, 2, (parts[best.at] ?? "") + (parts[best.at + 1] ?? ""));
  }
}

/** Merges of letters and of what earlier merges made. */
const mergesOfAb: fc.Arbitrary<Merges> = fc
  .array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 })
  .map((choices) => {
    const parts = ["a", "b", "c"];
    return choices.map(([left, right]) => {
      const pair = [parts[left % parts.length] ?? "", parts[right % parts.length] ?? ""] as const;
      parts.push(pair.join(""));
      return pair;
    });
  });

describe("BytePairEncoder", () => {
  test("merges as the definition does, short words and long ones, the first time and again", () => {
    const words = fc.oneof(
      fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 }),
      fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 60, maxLength: 200 }),
    );
    fc.assert(
      fc.property(mergesOfAb, words, (merges, word) => {
        const expected = mergedOneByOne(word, merges);
        const model = modelOf("abc", merges);
        expect(tokensOf(model, word)).toEqual(expected);
        const encoder = new BytePairEncoder(model, new Set());
        const ids: number[] = [];
        encoder.encode(word, ids);
        encoder.encode(word, ids);
        expect(ids).toEqual([...ids.slice(0, ids.length / 2), ...ids.slice(0, ids.length / 2)]);
      }),
      { numRuns: 500 },
    );
  });

  test("of one rank, the leftmost comes first", () => {
    expect(tokensOf(modelOf("a", [["a", "a"]]), "aaaaa")).toEqual(["aa", "aa", "a"]);
  });

  test("a whole word is taken at once where merges are ignored, unless it is hidden", () => {
    const model = modelOf("abc", [["a", "b"]], { ignore_merges: true });
    const vocab = { ...model.vocab, abc: 9 };
    expect(tokensOf({ ...model, vocab }, "abc")).toEqual(["abc"]);
    expect(tokensOf({ ...model, vocab }, "abc", ["abc"])).toEqual(["ab", "c"]);
  });

  test("no merge makes a hidden token", () => {
    const model = modelOf("abc", [
      ["a", "b"],
      ["ab", "c"],
    ]);
    expect(tokensOf(model, "abc", ["abc"])).toEqual(["ab", "c"]);
  });

  test("unknown characters in a row are one unknown or several, as the file says", () => {
    const model = modelOf("a?", [], { unk_token: "?" });
    expect(tokensOf(model, "axya")).toEqual(["a", "?", "?", "a"]);
    expect(tokensOf({ ...model, fuse_unk: true }, "axya")).toEqual(["a", "?", "a"]);
    expect(() => tokensOf(modelOf("a", []), "ax")).toThrow('none for unknown characters: "x"');
  });

  test("merges of what is no token are refused", () => {
    const model = { ...modelOf("ab", []), merges: ["a x"] };
    expect(() => new BytePairEncoder(model, new Set())).toThrow('The merge "a x"');
  });

  test("a text of a hundred thousand letters without a space is one word, and comes back", () => {
    const model = modelOf("abc", [
      ["a", "b"],
      ["ab", "c"],
      ["abc", "abc"],
    ]);
    const word = "abcab".repeat(20_000);
    const tokens = tokensOf(model, word);
    expect(tokens.join("")).toBe(word);
    expect(tokens.slice(0, 4)).toEqual(["abc", "ab", "abc", "ab"]);
  });
});
