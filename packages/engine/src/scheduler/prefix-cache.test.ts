import fc from "fast-check";
import { afterAll, expect, it } from "vitest";

import { PagedCache } from "../cache/paged-cache.ts";
import { Compute } from "../compute/compute.ts";
import { tinyShape } from "../embedded/testing/tiny-model.ts";
import { PrefixCache } from "./prefix-cache.ts";

const pageTokens = 16;
const compute = new Compute();
const cache = new PagedCache(tinyShape, compute, { maxBytes: 2 ** 22 });
afterAll(() => compute.close());

function remember(prefixes: PrefixCache, space: string, tokens: Int32Array): void {
  const cached = cache.sequence();
  cached.reserve(tokens.length);
  cached.extendTo(tokens.length);
  prefixes.remember(space, tokens, cached);
  cached.release();
}

/** How many positions are found; gives them back at once. */
function found(
  prefixes: PrefixCache,
  space: string,
  tokens: Int32Array,
  limit = tokens.length,
): number {
  const shared = prefixes.find(space, tokens, limit);
  shared?.cached.release();
  return shared?.positions ?? 0;
}

const tokensOf = (length: number, last = 0): Int32Array =>
  Int32Array.from({ length }, (_, at) => (at === length - 1 ? last : at % 7));

it.each<[string, Int32Array, string, number, number]>([
  ["the same tokens", tokensOf(40), "a", 40, 40],
  ["the same tokens, up to a limit", tokensOf(40), "a", 39, 39],
  ["tokens that go on", tokensOf(60, 1), "a", 60, 39],
  ["tokens that part within a page", tokensOf(40, 5), "a", 40, 39],
  ["tokens that part within the first page", tokensOf(10, 5), "a", 10, 0],
  ["the same tokens in another space", tokensOf(40), "b", 40, 0],
])("finds the common beginning of %s", (_, tokens, space, limit, positions) => {
  const prefixes = new PrefixCache(pageTokens, 8);
  remember(prefixes, "a", tokensOf(40));
  expect(found(prefixes, space, tokens, limit)).toBe(positions);
  prefixes.forget("");
});

it("never finds tokens that differ, and nothing that was given up", () => {
  const sequence = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 70 });
  fc.assert(
    fc.property(
      fc.array(sequence, { maxLength: 12 }),
      sequence,
      fc.nat(6),
      (kept, asked, evictions) => {
        const prefixes = new PrefixCache(pageTokens, 4);
        for (const tokens of kept) remember(prefixes, "a", Int32Array.from(tokens));
        expect(prefixes.size).toBeLessThanOrEqual(4);
        for (let count = 0; count < evictions; count += 1) prefixes.evictOldest();
        const positions = found(prefixes, "a", Int32Array.from(asked));
        const isThere = kept.some(
          (tokens) => tokens.slice(0, positions).join() === asked.slice(0, positions).join(),
        );
        expect(positions === 0 || (isThere && positions >= pageTokens)).toBe(true);
        prefixes.forget("a");
        expect(prefixes.size).toBe(0);
        expect(cache.freePages).toBe(cache.capacityPages);
      },
    ),
    { seed: 1, numRuns: 200 },
  );
});

it("forgets one space and keeps the others", () => {
  const prefixes = new PrefixCache(pageTokens, 8);
  remember(prefixes, "sampler:m/v1\n", tokensOf(40));
  remember(prefixes, "sampler:m/v10\n", tokensOf(40));
  prefixes.forget("sampler:m/v1\n");
  expect(found(prefixes, "sampler:m/v1\n", tokensOf(40))).toBe(0);
  expect(found(prefixes, "sampler:m/v10\n", tokensOf(40))).toBe(40);
  prefixes.forget("");
});
