import { expect, test } from "vitest";

import { ShadowPool } from "./shadow-pool.ts";
import { StateShadow } from "./state-shadow.ts";

test("the shadow of a closed model serves the next one that it fits", () => {
  const pool = new ShadowPool();
  const [large, small] = [pool.take(1, 3000), pool.take(2, 1000)];
  pool.giveBack(large);
  pool.giveBack(small);
  const bytes = pool.bytes;
  expect(pool.take(3, 400)).not.toBe(small);
  const next = pool.take(4, 900);
  expect(next).toBe(small);
  expect(new StateShadow(next.buffer).model).toBe(4);
  expect(pool.take(5, 1600)).toBe(large);
  expect(pool.bytes - bytes).toBe(StateShadow.create(400).buffer.byteLength);
});

test("few bytes wait for a model", () => {
  const pool = new ShadowPool();
  const open = Array.from({ length: 20 }, (_, model) => pool.take(model, 2 ** 20));
  const size = open[0]!.buffer.byteLength;
  expect(pool.bytes).toBe(20 * size);
  for (const shadow of open) pool.giveBack(shadow);
  expect(pool.bytes).toBe(7 * size);
});
