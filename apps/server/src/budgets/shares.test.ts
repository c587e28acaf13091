import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Shares } from "./shares.ts";

test("a lone owner can have three quarters, and a new owner finds room", () => {
  const shares = new Shares(1000);
  let had = 0;
  while (shares.take("greedy", 1) === undefined) had += 1;
  expect(had).toBe(750);
  expect(shares.take("greedy", 1)).toBe("owner");
  expect(shares.take("newcomer", 100)).toBeUndefined();
});

test("an amount that is given back can be taken again", () => {
  const shares = new Shares(10);
  for (let i = 0; i < 8; i++) shares.take("a", 1);
  expect(shares.take("a", 1)).toBe("owner");
  shares.giveBack("a", 1);
  expect(shares.take("a", 1)).toBeUndefined();
  shares.giveBack("a", 8);
  expect(shares.used).toBe(0);
  expect(shares.take("b", 10)).toBeUndefined();
});

test("a first amount may be as large as the free amount, but not larger", () => {
  const shares = new Shares(10);
  expect(shares.take("a", 11)).toBe("all");
  expect(shares.take("a", 10)).toBeUndefined();
  expect(shares.take("b", 1)).toBe("all");
});

test("gives at most the total, and an owner with nothing gets one if one is free", () => {
  const step = fc.record({ owner: fc.constantFrom("a", "b", "c", "d"), back: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const shares = new Shares(20);
      const had = new Map<string, number>();
      for (const { owner, back } of steps) {
        const own = had.get(owner) ?? 0;
        if (back && own > 0) {
          shares.giveBack(owner, 1);
          had.set(owner, own - 1);
        } else if (!back) {
          const isFree = shares.used < shares.total;
          const full = shares.take(owner, 1);
          if (full === undefined) had.set(owner, own + 1);
          if (isFree && own === 0) expect(full).toBeUndefined();
        }
        const sum = [...had.values()].reduce((one, other) => one + other, 0);
        expect(shares.used).toBe(sum);
        expect(sum).toBeLessThanOrEqual(20);
      }
    }),
  );
});
