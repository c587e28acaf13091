import fc from "fast-check";
import { expect, test } from "vitest";
import { FreeList } from "./free-list.ts";

const start = 1024;

/** Takes a part of so many bytes, or gives one of the taken ones back. */
const step = fc.oneof(
  fc.record({ take: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ give: fc.nat() }),
);

test("parts never overlap, and all free space joins again", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const list = new FreeList(start);
      const taken = new Map<number, number>();
      for (const each of steps) {
        if ("take" in each) {
          const pointer = list.take(each.take);
          for (const [other, bytes] of taken)
            expect(pointer + each.take <= other || other + bytes <= pointer).toBe(true);
          taken.set(pointer, each.take);
          expect(pointer).toBeGreaterThanOrEqual(start);
        } else if (taken.size > 0) {
          const pointer = [...taken.keys()][each.give % taken.size] ?? -1;
          expect(list.give(pointer)).toBe(true);
          taken.delete(pointer);
        }
        const ends = [...taken].map(([pointer, bytes]) => pointer + bytes);
        expect(list.top).toBe(Math.max(start, ...ends));
        expect(list.bytes).toBe([...taken.values()].reduce((sum, bytes) => sum + bytes, 0));
      }
      for (const pointer of taken.keys()) list.give(pointer);
      expect({ top: list.top, bytes: list.bytes }).toStrictEqual({ top: start, bytes: 0 });
    }),
    { seed: 6 },
  );
});

test("the smallest free part that fits is taken, and its rest stays free", () => {
  const list = new FreeList(0);
  const [wide] = [list.take(100), list.take(1)];
  const [narrow] = [list.take(20), list.take(1)];
  list.give(wide);
  list.give(narrow);
  expect(list.take(15)).toBe(narrow);
  expect(list.take(5)).toBe(narrow + 15);
  expect(list.take(100)).toBe(wide);
});

test("what is not taken cannot be given", () => {
  const list = new FreeList(0);
  const pointer = list.take(8);
  expect(list.give(pointer + 1)).toBe(false);
  expect(list.give(pointer)).toBe(true);
  expect(list.give(pointer)).toBe(false);
});
