import { expect, test } from "vitest";
import { JobBoard, jobBoardBytes, maxRanges } from "./job-board.ts";
import { EngineMemory } from "./memory.ts";

function newBoard(): JobBoard {
  const memory = new EngineMemory();
  return new JobBoard(memory.shared, memory.allocate(jobBoardBytes));
}

test("each range is taken once, with the arguments before it", () => {
  const board = newBoard();
  const ranges = Array.from({ length: maxRanges }, (_, i) => [i, i + 1, 7, -1 - i]);
  board.publish("matmul", [1, 0.5, 4_294_967_232], ranges);
  const taken: (readonly number[])[] = [];
  for (let range = board.claim(); range !== null; range = board.claim()) {
    expect(range.kernel).toBe("matmul");
    taken.push(range.args);
    board.finish(true);
  }
  board.awaitDone(maxRanges, 1);
  expect(taken.toReversed()).toStrictEqual(
    ranges.map((range) => [1, 0.5, 4_294_967_232, ...range]),
  );
});

test("a second job is not mistaken for the first", () => {
  const board = newBoard();
  board.publish("add", [1, 2], [[0, 4]]);
  board.claim();
  board.finish(true);
  expect(board.claim()).toBeNull();
  board.publish("fill", [3], [[4, 8]]);
  expect(board.claim()).toStrictEqual({ kernel: "fill", args: [3, 4, 8] });
});

test("a range that someone took and never ended is told, not waited for without end", () => {
  const board = newBoard();
  board.publish("add", [1, 2], [[0, 4]]);
  board.claim();
  expect(() => board.awaitDone(1, 20)).toThrow(
    expect.objectContaining({ kind: "internal", message: expect.stringContaining("20 ms") }),
  );
});

test("a range that failed fails its job, and only that one", () => {
  const board = newBoard();
  board.publish("add", [1, 2], [[0, 4]]);
  board.claim();
  board.finish(false);
  expect(() => board.awaitDone(1, 20)).toThrow(expect.objectContaining({ kind: "internal" }));
  board.publish("add", [1, 2], [[0, 4]]);
  board.claim();
  board.finish(true);
  board.awaitDone(1, 20);
});
