import { expect, test } from "vitest";
import { EngineError } from "../errors.ts";
import { EngineMemory } from "./memory.ts";

const megabyte = 2 ** 20;

test("memory is zeroed and aligned, also where it was used before", () => {
  const memory = new EngineMemory();
  const first = memory.allocate(1000);
  memory.floats(first, 250).fill(1);
  memory.free(first);
  for (const bytes of [500, 300, 4000]) {
    const pointer = memory.allocate(bytes);
    expect(pointer % 64).toBe(0);
    expect(memory.ints(pointer, bytes / 4)).toStrictEqual(new Int32Array(bytes / 4));
    memory.floats(pointer, bytes / 4).fill(2);
  }
});

test("pointers stay good while the memory grows, and what is freed is used again", () => {
  const memory = new EngineMemory();
  const small = memory.allocate(16);
  memory.ints(small, 4).set([1, 2, 3, 4]);
  const large = memory.allocate(20 * megabyte);
  const grown = memory.grownBytes;
  expect([...memory.ints(small, 4)]).toStrictEqual([1, 2, 3, 4]);
  for (let round = 0; round < 10; round += 1) {
    memory.free(large);
    expect(memory.allocate(20 * megabyte)).toBe(large);
  }
  expect(memory.grownBytes).toBe(grown);
  expect(memory.bytes).toBe(64 + 20 * megabyte);
});

test("a full memory is busy, says how full, and serves smaller wishes on", () => {
  const memory = new EngineMemory({ maxBytes: 4 * megabyte });
  const held = memory.allocate(3 * megabyte);
  let caught: unknown;
  try {
    memory.allocate(2 * megabyte);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(EngineError);
  expect(caught).toMatchObject({
    kind: "busy",
    message: expect.stringContaining("2.0 MB more were needed, 3.0 MB of 4.0 MB are in use"),
  });
  expect(memory.bytes).toBe(3 * megabyte);
  memory.allocate(megabyte / 2);
  memory.free(held);
  memory.allocate(2 * megabyte);
});

test("every byte of a small memory can be had", () => {
  const memory = new EngineMemory({ maxBytes: 5 * 64 * 1024 });
  const pointers = Array.from({ length: 4 }, () => memory.allocate(64 * 1024));
  expect(new Set(pointers).size).toBe(4);
  expect(() => memory.allocate(1)).toThrow("memory is full");
});

test.each([0, -1, Number.NaN, 2 ** 40])("maxBytes of %d is refused by name", (maxBytes) => {
  expect(() => new EngineMemory({ maxBytes })).toThrow(
    expect.objectContaining({ kind: "invalid", parameter: "maxBytes" }),
  );
});

test("freeing twice is a defect that is told", () => {
  const memory = new EngineMemory();
  const pointer = memory.allocate(4);
  memory.free(pointer);
  expect(() => memory.free(pointer)).toThrow(expect.objectContaining({ kind: "internal" }));
});
