import { expect, it } from "vitest";

import type { SampleEvent } from "../sampling.ts";
import { SampleStream } from "./sample-stream.ts";

function opened(): { stream: SampleStream; log: (string | number)[] } {
  const log: (string | number)[] = [];
  const stream = new SampleStream(
    {
      start: () => log.push("start"),
      consumed: (cost) => log.push(cost),
      cancel: () => log.push("cancel"),
    },
    4,
  );
  return { stream, log };
}

const tokens = (...ids: number[]): SampleEvent => ({
  kind: "tokens",
  index: 0,
  tokens: ids,
  logprobs: ids.map(() => -1),
});

it("begins once, at the first next, and gives events to those who wait in their order", async () => {
  const { stream, log } = opened();
  expect(log).toEqual([]);
  const waiting = [stream.next(), stream.next()];
  stream.push([tokens(1), tokens(2), tokens(3)]);
  stream.end();
  expect(await Promise.all(waiting)).toMatchObject([{ value: tokens(1) }, { value: tokens(2) }]);
  expect(await stream.next()).toEqual({ done: false, value: tokens(3) });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(log).toEqual(["start"]);
});

it("reports what was taken, not what has come", async () => {
  const { stream, log } = opened();
  void stream.next();
  stream.push([tokens(0), tokens(1, 2, 3, 4, 5), tokens(6, 7, 8), tokens(9)]);
  expect(log).toEqual(["start"]);
  await stream.next();
  expect(log).toEqual(["start", 6]);
  await stream.next();
  expect(log).toEqual(["start", 6]);
  await stream.next();
  expect(log).toEqual(["start", 6, 4]);
});

it("gives the sample up on return, wakes who waits, and takes nothing in afterwards", async () => {
  const { stream, log } = opened();
  const waiting = stream.next();
  await stream.return();
  stream.push([tokens(1)]);
  stream.fail(new Error("late"));
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(log).toEqual(["start", "cancel"]);
});

it("never begins when it is returned first", async () => {
  const { stream, log } = opened();
  await stream.return();
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(log).toEqual([]);
});

it("fails once and is then at its end; events that were not taken are dropped", async () => {
  const { stream } = opened();
  void stream.next();
  stream.push([tokens(1), tokens(2)]);
  stream.fail(new Error("broken"));
  await expect(stream.next()).rejects.toThrow("broken");
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});
