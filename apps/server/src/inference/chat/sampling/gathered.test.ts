import { setTimeout as sleep } from "node:timers/promises";
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

/** Events with pauses between them, in milliseconds. */
async function* paused(...events: (SampleEvent | number)[]): AsyncGenerator<SampleEvent> {
  for (const event of events) {
    if (typeof event === "number") await sleep(event);
    else yield event;
  }
}

/** The events, and when they came. */
async function timed(
  events: AsyncIterable<SampleEvent>,
  intervalMs: number,
): Promise<{ readonly events: SampleEvent[]; readonly ms: number[] }> {
  const startMs = performance.now();
  const seen = { events: [] as SampleEvent[], ms: [] as number[] };
  for await (const event of gathered(events, () => intervalMs)) {
    seen.events.push(event);
    seen.ms.push(performance.now() - startMs);
  }
  return seen;
}

test("the first tokens do not wait, and the next wait for the interval", async () => {
  const source = paused(tokens(0, 1), tokens(0, 2), 5, tokens(0, 3), 3_000, tokens(0, 4), end(0));
  const { events, ms } = await timed(source, 1_000);
  expect(events).toEqual([tokens(0, 1), tokens(0, 2, 3), tokens(0, 4), end(0)]);
  expect(ms[0]).toBeLessThan(900);
  expect(ms[1]! - ms[0]!).toBeGreaterThan(980);
});

test("tokens that come late in the interval take the others with them", async () => {
  const source = paused(tokens(0, 1), tokens(0, 2), 4_000, tokens(0, 3), 50, end(0));
  const { events, ms } = await timed(source, 10_000);
  expect(events).toEqual([tokens(0, 1), tokens(0, 2, 3), end(0)]);
  expect(ms[1]).toBeGreaterThan(3_900);
  expect(ms[1]).toBeLessThan(9_500);
});

test("the last tokens do not wait: they go with the end", async () => {
  const source = paused(tokens(0, 1), tokens(0, 2), end(0));
  const { events, ms } = await timed(source, 30_000);
  expect(events).toEqual([tokens(0, 1), tokens(0, 2), end(0)]);
  expect(ms.at(-1)).toBeLessThan(15_000);
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
