import { expect, it } from "vitest";

import { chooserOf, vocabularyOf } from "./testing/requests.ts";

/** All bytes, an end of the turn and a few pieces of characters. */
const pieces = [Uint8Array.of(0xe2, 0x82), Uint8Array.of(0xac, 0x61), Uint8Array.of(0x61, 0xc3)];
const bytes = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
const vocabulary = vocabularyOf([...bytes, null, ...pieces], [256]);
const equal = new Float32Array(vocabulary.size);

/** What a model that knows nothing writes in so many tokens, up to the end. */
function written(seed: number, wholeCharacters: boolean, tokens = 200): Buffer {
  const chooser = chooserOf({ seed, wholeCharacters }, vocabulary);
  const parts: Uint8Array[] = [];
  for (let i = 0; i < tokens; i++) {
    const { token, stop } = chooser.choose(equal, null);
    if (stop !== null) break;
    parts.push(vocabulary.bytes.subarray(vocabulary.offsets[token], vocabulary.offsets[token + 1]));
  }
  return Buffer.concat(parts);
}

/** Whether bytes are UTF-8, but for a character that is not complete at their end. */
function isUtf8(text: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(text, { stream: true });
    return true;
  } catch {
    return false;
  }
}

it("writes no broken character where the request asks for whole ones", () => {
  const seeds = Array.from({ length: 50 }, (_, seed) => seed);
  expect(seeds.filter((seed) => !isUtf8(written(seed, true)))).toEqual([]);
  expect(seeds.filter((seed) => isUtf8(written(seed, false))).length).toBeLessThan(5);
});

it("can write every character", () => {
  for (const character of [
    "a",
    "\u0000",
    "é",
    "\u0800",
    "€",
    "\ud7ff",
    "\ue000",
    "😀",
    "\u{10ffff}",
  ]) {
    const chooser = chooserOf({ wholeCharacters: true, temperature: 0 }, vocabulary);
    const found = [...Buffer.from(character)].map((byte) => {
      const logits = new Float32Array(vocabulary.size);
      logits[byte] = 1;
      return chooser.choose(logits, null).token;
    });
    expect(found).toEqual([...Buffer.from(character)]);
  }
});

it("writes tokens that hold ends and beginnings of characters", () => {
  const chooser = chooserOf({ wholeCharacters: true, temperature: 0 }, vocabulary);
  const found = [257, 258, 259, 0xa9].map((token) => {
    const logits = new Float32Array(vocabulary.size);
    logits[token] = 1;
    return chooser.choose(logits, null).token;
  });
  expect(found).toEqual([257, 258, 259, 0xa9]);
});

it("ends between characters alone", () => {
  const chooser = chooserOf({ wholeCharacters: true, temperature: 0 }, vocabulary);
  const end = new Float32Array(vocabulary.size);
  end[256] = 1;
  const begun = new Float32Array(vocabulary.size);
  begun[0xc3] = 1;
  expect(chooser.choose(begun, null).stop).toBeNull();
  expect(chooser.choose(end, null).stop).toBeNull();
  expect(chooser.choose(end, null).stop).toEqual({ reason: "end" });
});

it("reports log-probabilities of the model's own distribution", () => {
  const chooser = chooserOf({ wholeCharacters: true }, vocabulary);
  expect(chooser.choose(equal, null).logprob).toBeCloseTo(-Math.log(vocabulary.size), 5);
});
