import fc from "fast-check";
import { expect, test } from "vitest";

import { SamplerScratch } from "./scratch.ts";
import { narrow } from "./filters.ts";
import { partitionMass, partitionTop } from "./selection.ts";

/** Weights that add up without rounding, with many ties and zeros. */
const weightLists = fc.array(
  fc.integer({ min: 0, max: 64 }).map((value) => value / 64),
  { minLength: 1, maxLength: 200 },
);

const sortedIds = (weights: readonly number[]): number[] =>
  weights.map((_, id) => id).sort((a, b) => weights[b]! - weights[a]! || a - b);
const ascending = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

test("partial selection agrees with a full sort, whatever the order of the ids", () => {
  const property = fc.property(
    weightLists,
    fc.nat(220),
    fc.infiniteStream(fc.nat(1000)),
    (weights, wanted, order) => {
      const keys = weights.map(() => order.next().value!);
      const ids = Int32Array.from(weights.map((_, id) => id).sort((a, b) => keys[a]! - keys[b]!));
      partitionTop(ids, ids.length, Float64Array.from(weights), wanted);
      expect(ascending(ids.subarray(0, wanted))).toEqual(
        ascending(sortedIds(weights).slice(0, wanted)),
      );
      expect(ascending(ids)).toEqual(weights.map((_, id) => id));
    },
  );
  fc.assert(property, { seed: 1, numRuns: 500 });
});

test("top-p takes the smallest set of likeliest tokens that has the mass", () => {
  const property = fc.property(weightLists, fc.integer({ min: 1, max: 63 }), (weights, share) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    if (total === 0) return;
    const mass = (share / 64) * total;
    const ids = Int32Array.from(weights, (_, id) => id);
    const count = partitionMass(ids, ids.length, Float64Array.from(weights), mass);
    const chosen = sortedIds(weights).slice(0, count);
    expect(ascending(ids.subarray(0, count))).toEqual(ascending(chosen));
    const sum = (list: number[]): number => list.reduce((whole, id) => whole + weights[id]!, 0);
    expect(sum(chosen)).toBeGreaterThanOrEqual(mass);
    expect(sum(chosen.slice(0, -1))).toBeLessThan(mass);
  });
  fc.assert(property, { seed: 2, numRuns: 500 });
});

test("large sorted, reversed and equal inputs are selected from like any other", () => {
  const size = 49_152;
  for (const weightOf of [(i: number) => i, (i: number) => size - i, () => 1]) {
    const weights = Float64Array.from({ length: size }, (_, i) => weightOf(i));
    const ids = Int32Array.from({ length: size }, (_, i) => i);
    partitionTop(ids, size, weights, 50);
    const expected = Array.from({ length: 50 }, (_, i) =>
      weightOf(1) > weightOf(0) ? size - 1 - i : i,
    );
    expect(ascending(ids.subarray(0, 50))).toEqual(ascending(expected));
  }
});

test.each([
  [
    "min-p before top-p: top-p sees the mass that is left",
    { topK: 0, topP: 0.64, minP: 0.5 },
    [0, 1],
  ],
  [
    "top-k before top-p: top-p sees the mass that is left",
    { topK: 2, topP: 0.64, minP: 0 },
    [0, 1],
  ],
  ["top-p alone", { topK: 0, topP: 0.64, minP: 0 }, [0, 1, 2]],
  ["top-k alone, lower ids first among equals", { topK: 3, topP: 1, minP: 0 }, [0, 1, 2]],
  ["min-p of 1 keeps the likeliest", { topK: 0, topP: 1, minP: 1 }, [0]],
  ["a tiny top-p keeps one", { topK: 0, topP: 1e-9, minP: 0 }, [0]],
])("%s", (_, filters, expected) => {
  const scratch = new SamplerScratch(7);
  // Shares 0.364, 0.273 and four times 0.091: the first two have 0.636 of all, and all of themselves.
  scratch.weights.set([1, 0.75, 0.25, 0.25, 0.25, 0.25, 0]);
  const count = narrow(scratch, filters);
  expect(ascending(scratch.ids.subarray(0, count))).toEqual(expected);
});
