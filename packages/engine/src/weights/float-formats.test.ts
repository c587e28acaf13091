import { describe, expect, test } from "vitest";
import fc from "fast-check";

import {
  bfloat16ToFloats,
  float16ToFloats,
  floatsToBfloat16,
  floatsToFloat16,
} from "./float-formats.ts";

const patterns = Uint16Array.from({ length: 65_536 }, (_, pattern) => pattern);

/** The value of a half by its definition: (−1)^s · 2^(e − 15) · 1.m, subnormal at e = 0. */
function halfByDefinition(pattern: number): number {
  const sign = pattern & 0x8000 ? -1 : 1;
  const exponent = (pattern >> 10) & 0x1f;
  const mantissa = pattern & 0x3ff;
  if (exponent === 31) return mantissa === 0 ? sign * Infinity : Number.NaN;
  if (exponent === 0) return sign * mantissa * 2 ** -24;
  return sign * (1 + mantissa / 1024) * 2 ** (exponent - 15);
}

/** Rounds to a number of significant bits, ties to even, with `lowest` as the exponent of the smallest normal. */
function roundByDefinition(value: number, bits: number, lowest: number, largest: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(value))), lowest);
  const part = 2 ** (exponent - bits + 1);
  const scaled = Math.abs(value) / part;
  const below = Math.floor(scaled);
  const rest = scaled - below;
  const isUp = rest > 0.5 || (rest === 0.5 && below % 2 === 1);
  const rounded = (below + Number(isUp)) * part;
  return Math.sign(value) * (rounded > largest ? Infinity : rounded);
}

function asHalf(value: number): number {
  const pattern = new Uint16Array(1);
  floatsToFloat16(Float32Array.of(value), pattern);
  return halfByDefinition(pattern[0]!);
}

function asBfloat(value: number): number {
  const pattern = new Uint16Array(1);
  const float = new Float32Array(1);
  floatsToBfloat16(Float32Array.of(value), pattern);
  bfloat16ToFloats(pattern, float);
  return float[0]!;
}

describe("F16", () => {
  test("every pattern has the value of its definition, and comes back", () => {
    const floats = new Float32Array(patterns.length);
    float16ToFloats(patterns, floats);
    const back = new Uint16Array(patterns.length);
    floatsToFloat16(floats, back);
    const wrong = [...patterns].filter(
      (pattern) =>
        !Object.is(floats[pattern], halfByDefinition(pattern)) ||
        (Number.isNaN(floats[pattern])
          ? (back[pattern]! & 0x7c00) !== 0x7c00
          : back[pattern] !== pattern),
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    ["the largest", 65_504, 65_504],
    ["just below the tie with infinity", 65_519.996, 65_504],
    ["the tie with infinity", 65_520, Infinity],
    ["a tie to even, down", 1 + 2 ** -11, 1],
    ["a tie to even, up", 1 + 3 * 2 ** -11, 1 + 2 ** -9],
    ["the tie with zero", 2 ** -25, 0],
    ["just above it", 2 ** -25 * 1.0001, 2 ** -24],
    ["a tie between subnormals", 3 * 2 ** -25, 2 ** -23],
    ["what rounds up to the smallest normal", 2 ** -14 - 2 ** -26, 2 ** -14],
    ["negative zero", -0, -0],
    ["negative infinity", -Infinity, -Infinity],
    ["NaN", Number.NaN, Number.NaN],
  ])("rounds %s", (_, value, expected) => {
    expect(asHalf(value)).toBe(expected);
  });

  test("rounds every float to the nearest, ties to even", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.float({ noNaN: true }), fc.float({ noNaN: true, min: -9, max: 9 })),
        (value) => {
          expect(asHalf(value)).toBe(roundByDefinition(value, 11, -14, 65_504));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("BF16", () => {
  test("every pattern is the upper half of its float, and comes back", () => {
    const floats = new Float32Array(patterns.length);
    bfloat16ToFloats(patterns, floats);
    const bits = new Uint32Array(floats.buffer);
    const back = new Uint16Array(patterns.length);
    floatsToBfloat16(floats, back);
    const wrong = [...patterns].filter(
      (pattern) =>
        bits[pattern] !== pattern * 65_536 ||
        (back[pattern] !== pattern && !Number.isNaN(floats[pattern])),
    );
    expect(wrong).toEqual([]);
  });

  test("a NaN with a payload in its lower half stays a NaN", () => {
    const float = new Float32Array(Uint32Array.of(0x7f800001, 0xff800001).buffer);
    const pattern = new Uint16Array(2);
    floatsToBfloat16(float, pattern);
    expect([...pattern].map((bits) => (bits & 0x7f80) === 0x7f80 && (bits & 0x7f) !== 0)).toEqual([
      true,
      true,
    ]);
  });

  test("rounds every float to the nearest, ties to even", () => {
    const largest = 2 ** 127 * (2 - 2 ** -7);
    fc.assert(
      fc.property(fc.float({ noNaN: true }), (value) => {
        expect(asBfloat(value)).toBe(roundByDefinition(value, 8, -126, largest));
      }),
      { numRuns: 2_000 },
    );
  });
});
