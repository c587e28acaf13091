import { expect, it } from "vitest";
import { LoadingLane } from "./loading-lane.ts";

function* pieces(count: number, failure?: Error): Generator<number, void> {
  for (let piece = 1; piece <= count; piece += 1) yield piece / count;
  if (failure !== undefined) throw failure;
}

it("loads one model after the other, a piece a turn, and says how far it is", () => {
  const lane = new LoadingLane();
  const [first, second] = [new Int32Array(1), new Int32Array(1)];
  const done: string[] = [];
  lane.add(pieces(2), first, (error) => done.push(`first ${String(error)}`));
  lane.add(pieces(1), second, (error) => done.push(`second ${String(error)}`));
  const seen: (readonly [number | undefined, number | undefined, number])[] = [];
  while (lane.run() === "worked") seen.push([first[0], second[0], done.length]);
  expect(seen).toEqual([
    [500, 0, 0],
    [999, 0, 0],
    [1000, 0, 1],
    [1000, 999, 1],
    [1000, 1000, 2],
  ]);
  expect(done).toEqual(["first null", "second null"]);
});

it("goes on with the next model after one that cannot be loaded", () => {
  const lane = new LoadingLane();
  const done: unknown[] = [];
  const failure = new Error("damaged");
  lane.add(pieces(1, failure), new Int32Array(1), (error) => done.push(error));
  lane.add(pieces(1), new Int32Array(1), (error) => done.push(error));
  while (lane.run() === "worked");
  expect(done).toEqual([failure, null]);
});
