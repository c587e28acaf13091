import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Compute } from "../compute/compute.ts";
import type { ModelShape } from "../model/shape.ts";
import { tinyShapes } from "../trust/testing/shapes.ts";
import type { CachedSequence } from "./cached-sequence.ts";
import { PagedCache } from "./paged-cache.ts";

const shape: ModelShape = { ...tinyShapes["llama, tied"]!, contextTokens: 100 };
const compute = new Compute();
const { memory } = compute;
const pageBytes = 2 * 2 * 16 * 16 * 4;

function cacheOf(pages: number): PagedCache {
  return new PagedCache(shape, compute, { maxBytes: pages * pageBytes });
}

/** The page of each sixteen positions of a sequence, as the kernels see them. */
function table(sequence: CachedSequence): number[] {
  return [...memory.ints(sequence.table, sequence.capacity / 16)];
}

/** Where the key of a position begins, in the first layer. */
function key(sequence: CachedSequence, position: number): Float32Array {
  const page = table(sequence)[Math.floor(position / 16)]!;
  return memory.floats(page + (position % 16) * 16 * 4, 16);
}

/** What a pass does: reserve, write, extend. False when there is no room. */
function write(sequence: CachedSequence, values: readonly number[]): boolean {
  if (!sequence.reserve(values.length)) return false;
  for (const value of values) {
    key(sequence, sequence.length).fill(value);
    sequence.extendTo(sequence.length + 1);
  }
  return true;
}

function read(sequence: CachedSequence): number[] {
  return Array.from({ length: sequence.length }, (_, position) => key(sequence, position)[15]!);
}

test("a cache without room for a page is refused", () => {
  expect(() => new PagedCache(shape, compute, { maxBytes: pageBytes - 1 })).toThrow(
    expect.objectContaining({ kind: "invalid", parameter: "maxBytes" }),
  );
});

describe("reserve", () => {
  test("takes pages as positions need them, and none twice", () => {
    const cache = cacheOf(5);
    const sequence = cache.sequence();
    expect([1, 16, 17].map((n) => [sequence.reserve(n), cache.freePages])).toEqual([
      [true, 4],
      [true, 4],
      [true, 3],
    ]);
    expect(sequence.length).toBe(0);
  });

  test("says when there is no page left, and takes none then", () => {
    const cache = cacheOf(3);
    const [first, second] = [cache.sequence(), cache.sequence()];
    expect(first.reserve(20)).toBe(true);
    expect(second.reserve(17)).toBe(false);
    expect(cache.freePages).toBe(1);
    expect(second.reserve(16)).toBe(true);
  });

  test("says when the context has no more positions", () => {
    const sequence = cacheOf(50).sequence();
    expect(sequence.reserve(112)).toBe(true);
    expect(sequence.reserve(113)).toBe(false);
  });
});

describe("fork", () => {
  test("shares every page until one of the two writes, and then only that one is copied", () => {
    const cache = cacheOf(10);
    const trunk = cache.sequence();
    write(trunk, Array(40).fill(1));
    const fork = trunk.fork();
    expect(table(fork)).toEqual(table(trunk));
    expect(cache.freePages).toBe(7);
    write(fork, [2]);
    expect(cache.freePages).toBe(6);
    expect(table(fork).slice(0, 2)).toEqual(table(trunk).slice(0, 2));
    write(trunk, [3]);
    expect(cache.freePages).toBe(6);
    expect(read(fork).slice(38)).toEqual([1, 1, 2]);
    expect(read(trunk).slice(38)).toEqual([1, 1, 3]);
  });

  test("at the end of a page copies nothing", () => {
    const cache = cacheOf(10);
    const trunk = cache.sequence();
    write(trunk, Array(32).fill(1));
    const fork = trunk.fork();
    write(fork, [2]);
    expect(cache.freePages).toBe(7);
  });

  test("without a page for the copy changes nothing", () => {
    const cache = cacheOf(1);
    const trunk = cache.sequence();
    write(trunk, [1]);
    const fork = trunk.fork();
    expect(fork.reserve(1)).toBe(false);
    expect(read(fork)).toEqual([1]);
    trunk.release();
    expect(fork.reserve(1)).toBe(true);
  });
});

test("release gives pages back once nobody holds them, and a second time does nothing", () => {
  const cache = cacheOf(4);
  const trunk = cache.sequence();
  write(trunk, Array(30).fill(1));
  const fork = trunk.fork();
  trunk.release();
  trunk.release();
  expect(cache.freePages).toBe(2);
  expect(read(fork)).toEqual(Array(30).fill(1));
  fork.release();
  expect(cache.freePages).toBe(4);
  expect(() => trunk.reserve(1)).toThrow(/released/u);
});

test("sequences hold what was written to them, whatever is shared, cut and given back", () => {
  const operation = fc.record({
    kind: fc.constantFrom("write", "write", "fork", "truncate", "release", "create"),
    which: fc.nat(20),
    count: fc.nat(40),
  });
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
      const cache = cacheOf(12);
      const live: { sequence: CachedSequence; content: number[] }[] = [];
      let stamp = 0;
      for (const { kind, which, count } of operations) {
        const at = live.length > 0 ? which % live.length : -1;
        const chosen = live[at];
        if (chosen === undefined || kind === "create") {
          live.push({ sequence: cache.sequence(), content: [] });
        } else if (kind === "write") {
          const values = Array.from({ length: count }, () => ++stamp);
          if (write(chosen.sequence, values)) chosen.content.push(...values);
        } else if (kind === "fork") {
          live.push({ sequence: chosen.sequence.fork(), content: [...chosen.content] });
        } else if (kind === "truncate") {
          chosen.sequence.truncate(count);
          chosen.content.splice(count);
        } else {
          chosen.sequence.release();
          live.splice(at, 1);
        }
        for (const { sequence, content } of live) expect(read(sequence)).toEqual(content);
        const held = new Set(live.flatMap(({ sequence }) => table(sequence)));
        expect(cache.freePages).toBe(12 - held.size);
      }
      for (const { sequence } of live) sequence.release();
      expect(cache.freePages).toBe(12);
      cache.free();
    }),
    { numRuns: 200 },
  );
});
