import { expect, test } from "vitest";

import { philox } from "./philox.ts";
import { drawSeed, isSeedUnset, RandomStream } from "./random-stream.ts";

// Known answers of Random123 1.14, `kat_vectors`, philox4x32-10.
test.each([
  [
    "00000000 00000000 00000000 00000000",
    "00000000 00000000",
    "6627e8d5 e169c58d bc57ac4c 9b00dbd8",
  ],
  [
    "ffffffff ffffffff ffffffff ffffffff",
    "ffffffff ffffffff",
    "408f276d 41c83b0e a20bc7c6 6d5451fd",
  ],
  [
    "243f6a88 85a308d3 13198a2e 03707344",
    "a4093822 299f31d0",
    "d16cfe09 94fdcceb 5001e420 24126ea1",
  ],
])("philox of %s under %s", (counter, key, expected) => {
  const words = (text: string): number[] =>
    text.split(" ").map((word) => Number.parseInt(word, 16));
  const block = Uint32Array.from(words(counter));
  const [low, high] = words(key) as [number, number];
  philox(block, low, high);
  expect([...block]).toEqual(words(expected));
});

test("a number depends on seed, completion and token alone", () => {
  const stream = new RandomStream(-(2n ** 63n), 3);
  const later = stream.uniform(5);
  expect(new RandomStream(-(2n ** 63n), 3).uniform(5)).toBe(later);
  expect(new RandomStream(-(2n ** 63n), 4).uniform(5)).not.toBe(later);
  expect(new RandomStream(2n ** 63n - 1n, 3).uniform(5)).not.toBe(later);
  expect(stream.uniform(6)).not.toBe(later);
});

test("numbers are even over [0, 1)", () => {
  const stream = new RandomStream(42n, 0);
  const counts = Array.from({ length: 64 }, () => 0);
  const draws = 64_000;
  for (let i = 0; i < draws; i++) {
    const value = stream.uniform(i);
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThan(1);
    counts[Math.floor(value * 64)]!++;
  }
  const chi = counts.reduce((sum, count) => sum + (count - draws / 64) ** 2 / (draws / 64), 0);
  // 63 degrees of freedom: 0.1 % beyond 103.4.
  expect(chi).toBeLessThan(103.4);
});

test("seeds: -1 and none are unset, drawn ones differ and fit 64 bits", () => {
  expect([undefined, -1, -1n, 0, -2n].map(isSeedUnset)).toEqual([true, true, true, false, false]);
  const seeds = Array.from({ length: 20 }, drawSeed);
  expect(new Set(seeds).size).toBe(20);
  for (const seed of seeds) expect(BigInt.asIntN(64, seed)).toBe(seed);
});
