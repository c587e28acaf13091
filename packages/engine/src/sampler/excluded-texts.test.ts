import { describe, expect, it } from "vitest";

import { RandomStream } from "./random-stream.ts";
import { SamplerScratch } from "./scratch.ts";
import { chooserOf, requestOf, vocabularyOf } from "./testing/requests.ts";
import { TokenChooser } from "./token-chooser.ts";

const letters = ["a", "b", "é"];
const pairs = letters.flatMap((one) => letters.map((other) => one + other));
/** All texts of up to three letters. */
const pieces = [...letters, ...pairs, ...pairs.flatMap((pair) => letters.map((one) => pair + one))];
const vocabulary = vocabularyOf([...pieces, null]);
const special = pieces.length;
const equal = new Float32Array(vocabulary.size);

const lists: readonly (readonly string[])[] = [
  ["b"],
  ["abab"],
  ["aab", "abb", "bb"],
  ["ab", "abab"],
  ["aaab", "aaba"],
  ["éaé"],
  ["aé", "bbbbbbb", "éa"],
];

function textOf(tokens: readonly number[]): string {
  return tokens.map((token) => pieces[token] ?? "").join("");
}

const contains = (text: string, excluded: readonly string[]): boolean =>
  excluded.some((one) => text.includes(one));

describe.each(lists)("without %s, %s, %s", (...given) => {
  const excludedTexts = given.filter((text) => text !== undefined);

  it("no completion contains one of them", () => {
    for (let seed = 0; seed < 30; seed++) {
      const chooser = chooserOf({ seed, excludedTexts }, vocabulary);
      const tokens = Array.from({ length: 40 }, () => chooser.choose(equal, null).token);
      expect(contains(textOf(tokens), excludedTexts)).toBe(false);
    }
  });

  it("every token that completes none of them may come", () => {
    for (let seed = 0; seed < 30; seed++) {
      const random = new RandomStream(BigInt(seed), 0);
      const chooser = chooserOf({ excludedTexts, temperature: 0 }, vocabulary);
      const written: number[] = [];
      for (let at = 0; at < 40; at++) {
        const wanted = Math.floor(random.uniform(at) * vocabulary.size);
        const logits = new Float32Array(vocabulary.size);
        logits[wanted] = 1;
        const { token } = chooser.choose(logits, null);
        const isForbidden = contains(textOf([...written, wanted]), excludedTexts);
        expect(token === wanted).toBe(!isForbidden);
        written.push(token);
      }
    }
  });
});

/** Takes the token if it may come, and says whether it did. */
function takes(chooser: TokenChooser, token: number, mask: Int32Array | null = null): boolean {
  const logits = new Float32Array(vocabulary.size);
  logits[token] = 1;
  return chooser.choose(logits, mask).token === token;
}

const tokenOf = (text: string): number => pieces.indexOf(text);

it("a special token is excluded by its text, and leaves no trace where it may come", () => {
  const without = chooserOf({ excludedTexts: ["<special>"], temperature: 0 }, vocabulary);
  expect(takes(without, special)).toBe(false);
  const chooser = chooserOf({ excludedTexts: ["aba"], temperature: 0 }, vocabulary);
  expect([takes(chooser, tokenOf("ab")), takes(chooser, special)]).toEqual([true, true]);
  expect(takes(chooser, tokenOf("aa"))).toBe(false);
});

it("holds beside a constraint", () => {
  const tokens = ["ab", "ba", "aé"].map(tokenOf);
  const allowed = new Int32Array(Math.ceil(vocabulary.size / 32));
  for (const token of tokens) allowed[token >>> 5]! |= 1 << (token & 31);
  const request = {
    excludedTexts: ["bb", "abab"],
    constraint: { kind: "regex", pattern: ".*" },
    temperature: 0,
  } as const;
  const chooser = chooserOf(request, vocabulary);
  expect(takes(chooser, tokenOf("ab"), allowed)).toBe(true);
  for (const text of ["é", "ab", "ba"]) {
    const other = chooserOf(request, vocabulary);
    takes(other, tokenOf("ab"), allowed);
    expect(takes(other, tokenOf(text), allowed)).toBe(false);
  }
  expect(takes(chooser, tokenOf("aé"), allowed)).toBe(true);
});

it("holds beside whole characters", () => {
  const halves = vocabularyOf([Uint8Array.of(0xc3), Uint8Array.of(0xa9), "a", "b"]);
  for (let seed = 0; seed < 30; seed++) {
    const request = { seed, wholeCharacters: true, excludedTexts: ["éa", "bb"] };
    const chooser = chooserOf(request, halves);
    const flat = new Float32Array(halves.size);
    const tokens = Array.from({ length: 40 }, () => chooser.choose(flat, null).token);
    const all = Buffer.concat(tokens.map((token) => halves.bytes.subarray(token, token + 1)));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(all, { stream: true });
    expect(contains(text, ["éa", "bb"])).toBe(false);
    expect(text).toContain("é");
  }
});

it("keeps the rules of requests apart that share a thread", () => {
  const scratch = new SamplerScratch(vocabulary.size);
  const choosers = lists.map((excludedTexts) => {
    const request = requestOf({ excludedTexts });
    const options = { vocabulary, endTokens: [], completionIndex: 0, promptTokens: request.prompt };
    return { excludedTexts, chooser: new TokenChooser(request, { ...options, scratch }) };
  });
  const written = choosers.map(() => [] as number[]);
  for (let at = 0; at < 40; at++) {
    for (const [index, { chooser }] of choosers.entries()) {
      written[index]!.push(chooser.choose(equal, null).token);
    }
  }
  const broken = choosers.filter(({ excludedTexts }, index) =>
    contains(textOf(written[index]!), excludedTexts),
  );
  expect(broken).toEqual([]);
});

it("says so where nothing else may come", () => {
  const chooser = chooserOf({ excludedTexts: ["a"], allowedTokens: [tokenOf("a")] }, vocabulary);
  expect(() => chooser.choose(equal, null)).toThrow(/allowedTokens and excludedTexts together/);
});
