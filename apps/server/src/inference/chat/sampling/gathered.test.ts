import type { SampleEvent } from "@heddle/engine";
import { expect, test } from "vitest";
import { gathered } from "./gathered.ts";

const tokens = (index: number, ...ids: number[]): SampleEvent => ({
  kind: "tokens",
  index,
  tokens: ids,
  logprobs: ids.map((id) => -id),
});
const begin: SampleEvent = { kind: "prompt", cachedTokens: 0 };
const end = (index: number): SampleEvent => ({ kind: "end", index, stop: { reason: "end" } });

/** Events that are all there, as those of the engine are while nobody takes them. */
class Ready implements AsyncIterableIterator<SampleEvent> {
  isReturned = false;
  readonly #events: SampleEvent[];
  readonly #failure: Error | undefined;

  constructor(events: readonly SampleEvent[], failure?: Error) {
    this.#events = [...events];
    this.#failure = failure;
  }

  next(): Promise<IteratorResult<SampleEvent>> {
    const value = this.#events.shift();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    if (this.#failure) return Promise.reject(this.#failure);
    return Promise.resolve({ done: true, value: undefined });
  }

  return(): Promise<IteratorResult<SampleEvent>> {
    this.isReturned = true;
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

test("tokens that are there together are one event of each completion, in order", async () => {
  const events = [begin, tokens(0, 1), tokens(1, 7), tokens(0, 2, 3), end(0), tokens(1, 8), end(1)];
  const seen: SampleEvent[] = [];
  for await (const event of gathered(new Ready(events), () => 0)) seen.push(event);
  expect(seen).toEqual([begin, tokens(0, 1, 2, 3), tokens(1, 7), end(0), tokens(1, 8), end(1)]);
});

test("the first tokens do not wait, and the next wait for the interval", async () => {
  const startMs = performance.now();
  const times: number[] = [];
  for await (const { kind } of gathered(
    new Ready([begin, tokens(0, 1), end(0), tokens(1, 2), end(1)]),
    () => 60,
  )) {
    if (kind === "tokens") times.push(performance.now() - startMs);
  }
  expect(times[0]).toBeLessThan(40);
  expect(times[1]! - times[0]!).toBeGreaterThan(50);
});

test("what was taken before a failure comes before it", async () => {
  const seen: SampleEvent[] = [];
  const reading = async (): Promise<void> => {
    const failing = new Ready([begin, tokens(0, 1)], new Error("gone"));
    for await (const event of gathered(failing, () => 0)) seen.push(event);
  };
  await expect(reading()).rejects.toThrow("gone");
  expect(seen).toEqual([begin, tokens(0, 1)]);
});

test("a reader that stops stops the source", async () => {
  const source = new Ready([begin, tokens(0, 1)]);
  for await (const _ of gathered(source, () => 0)) break;
  expect(source.isReturned).toBe(true);
});
