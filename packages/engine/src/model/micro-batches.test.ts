import fc from "fast-check";
import { expect, test } from "vitest";
import { microBatches } from "./micro-batches.ts";

test.each([
  ["all in one", [3, 4], 7, [[0, 1]]],
  ["cut where one more would be too many", [3, 4, 1], 7, [[0, 1], [2]]],
  ["a long one alone", [2, 9, 2], 7, [[0], [1], [2]]],
  ["none", [], 7, []],
])("%s", (_, lengths, maxTokens, expected) => {
  expect(microBatches(lengths, maxTokens)).toEqual(expected);
});

test("every sequence goes once, in order, and no pass could take the next one's first", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50 })),
      fc.integer({ min: 1, max: 80 }),
      (lengths, max) => {
        const batches = microBatches(lengths, max);
        const total = (batch: readonly number[]): number =>
          batch.reduce((sum, i) => sum + lengths[i]!, 0);
        expect(batches.flat()).toEqual(lengths.map((_, i) => i));
        for (const [i, batch] of batches.entries()) {
          expect(batch.length === 1 || total(batch) <= max).toBe(true);
          const next = batches[i + 1]?.[0];
          if (next !== undefined) expect(total(batch) + lengths[next]!).toBeGreaterThan(max);
        }
      },
    ),
  );
});
