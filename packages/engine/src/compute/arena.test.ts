import fc from "fast-check";
import { expect, test } from "vitest";
import { Arena } from "./arena.ts";
import type { ArenaMark } from "./arena.ts";
import { EngineMemory } from "./memory.ts";

/** A memory that remembers what lies where. */
class WatchedMemory extends EngineMemory {
  readonly #live = new Map<number, number>();
  override allocateUnfilled(byteCount: number): number {
    const pointer = super.allocateUnfilled(byteCount);
    this.#live.set(pointer, byteCount);
    return pointer;
  }
  override free(pointer: number): void {
    super.free(pointer);
    this.#live.delete(pointer);
  }
  /** Whether all of it lies within one thing that is allocated. */
  holds(pointer: number, bytes: number): boolean {
    return [...this.#live].some(
      ([start, length]) => start <= pointer && pointer + bytes <= start + length,
    );
  }
}

interface Part {
  readonly pointer: number;
  readonly floats: number;
  readonly value: number;
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ floats: fc.integer({ min: 0, max: 60_000 }) }) },
  { weight: 2, arbitrary: fc.constant("mark" as const) },
  { weight: 2, arbitrary: fc.constant("release" as const) },
);

test("what was allocated before a mark is untouched by what comes and goes after it", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const memory = new WatchedMemory();
      const arena = new Arena(memory);
      const parts: Part[] = [];
      const marks: { mark: ArenaMark; parts: number }[] = [];
      for (const [value, each] of steps.entries()) {
        if (each === "mark") marks.push({ mark: arena.mark(), parts: parts.length });
        else if (each === "release") {
          const last = marks.pop();
          if (last === undefined) continue;
          arena.release(last.mark);
          parts.splice(last.parts);
        } else {
          const pointer = arena.allocate(each.floats);
          expect(pointer % 64).toBe(0);
          expect(memory.holds(pointer, each.floats * 4)).toBe(true);
          memory.floats(pointer, each.floats).fill(value);
          parts.push({ pointer, floats: each.floats, value });
        }
      }
      for (const { pointer, floats, value } of parts)
        expect(memory.floats(pointer, floats).every((x) => x === value)).toBe(true);
      arena.free();
      expect(memory.bytes).toBe(0);
    }),
    { numRuns: 100, seed: 6 },
  );
});

test("a second pass of the same size takes no more memory", () => {
  const memory = new EngineMemory();
  const arena = new Arena(memory);
  const pass = (): void => {
    const mark = arena.mark();
    for (let i = 0; i < 20; i += 1) arena.allocate(50_000);
    arena.release(mark);
  };
  pass();
  const [bytes, peak] = [memory.bytes, arena.peakBytes];
  pass();
  expect([memory.bytes, arena.peakBytes]).toStrictEqual([bytes, peak]);
  expect(peak).toBe(20 * 50_000 * 4);
});

test("an arena serves again after it was freed", () => {
  const memory = new EngineMemory();
  const arena = new Arena(memory);
  arena.allocate(10);
  arena.free();
  expect(memory.bytes).toBe(0);
  memory.floats(arena.allocate(10), 10).fill(1);
});
