import { describe, expect, test } from "vitest";
import { SeenIds } from "./seen-ids.ts";
import { uuidV7 } from "../../uuid-v7.ts";

const start = 1_790_000_000_000;
let count = 0;

function idAt(ms: number): string {
  const random = Buffer.alloc(10);
  random.writeUInt32BE(++count, 6);
  return uuidV7(ms, random);
}

describe("an id is new", () => {
  const seen = new SeenIds(start);
  const now = start + 60_000;
  test.each<[string, string, boolean]>([
    ["made after the start", idAt(now), true],
    ["made before the start", idAt(start - 1), false],
    ["made near the start, by a wrong clock", idAt(start + 5_000), false],
    ["made in the future", idAt(now + 60_000), false],
    ["without a time", "0123456789abcdef", false],
  ])("%s: %s", (_, id, isNew) => {
    expect(seen.isNew(id, now)).toBe(isNew);
    expect(seen.isNew(id, now)).toBe(false);
  });
});

test("a forgotten id is not new", () => {
  const seen = new SeenIds(start, 2);
  const now = start + 60_000;
  const ids = [0, 1, 2, 3, 4].map((ms) => idAt(now + ms));
  for (const id of ids) expect(seen.isNew(id, now)).toBe(true);
  for (const id of ids) expect(seen.isNew(id, now)).toBe(false);
  expect(seen.isNew(idAt(now), now)).toBe(false);
  expect(seen.isNew(idAt(now + 5), now)).toBe(true);
});

describe("a clock that is ahead", () => {
  const now = start + 60_000;
  const aheadMs = 100_000;

  test("does not make its id new after the id is forgotten and its time has come", () => {
    const seen = new SeenIds(start, 2);
    const early = idAt(now + aheadMs);
    expect(seen.isNew(early, now)).toBe(false);
    for (let ms = 0; ms < 10; ms++) seen.isNew(idAt(now + ms), now + ms);
    expect(seen.isNew(early, now + aheadMs)).toBe(false);
  });

  test("does not make other clients' ids old", () => {
    const seen = new SeenIds(start, 2);
    for (let i = 0; i < 10; i++) seen.isNew(idAt(now + aheadMs), now);
    expect(seen.isNew(idAt(now), now)).toBe(true);
  });

  test("makes every id old if its ids have too many minutes", () => {
    const seen = new SeenIds(start);
    seen.take(Array.from({ length: 10_001 }, (_, i) => Math.floor(now / 60_000) + 10 + i));
    expect(seen.isNew(idAt(now), now)).toBe(false);
  });
});

test("an id of a taken minute is not new", () => {
  const seen = new SeenIds(start);
  const now = start + 300_000;
  seen.take([Math.floor(now / 60_000)]);
  expect(seen.isNew(idAt(now), now)).toBe(false);
  expect(seen.isNew(idAt(now - 60_000), now)).toBe(true);
});
