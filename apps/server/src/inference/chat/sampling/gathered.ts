import { setTimeout as sleep } from "node:timers/promises";
import type { SampleEvent } from "@heddle/engine";

type TokensEvent = Extract<SampleEvent, { kind: "tokens" }>;

const none: unique symbol = Symbol("none");
/** Loses against whatever is there already. */
const notYet: Promise<typeof none> = Promise.resolve(none);

/**
 * The same events, but tokens that come within a time after the last ones are gathered into one event
 * for each completion. The first tokens do not wait, and nothing waits longer than the time, which is
 * asked for anew each time: a server with many streams spends itself on writing many small events.
 */
export async function* gathered(
  events: AsyncIterable<SampleEvent>,
  intervalMs: () => number,
): AsyncGenerator<SampleEvent> {
  const source = events[Symbol.asyncIterator]();
  let lastMs = -Infinity;
  try {
    let next = taken(source);
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      if (value.kind !== "tokens") {
        next = taken(source);
        yield value;
        continue;
      }
      const restMs = lastMs + intervalMs() - performance.now();
      // A timer takes a millisecond at least.
      if (restMs >= 1) await sleep(restMs);
      const together = new Map([[value.index, [value]]]);
      ({ next } = await takeReady(source, together));
      for (const some of together.values()) yield joined(some);
      lastMs = performance.now();
    }
  } finally {
    await source.return?.();
  }
}

/** Takes all tokens that are there already. What comes after them may not be there yet. */
async function takeReady(
  source: AsyncIterator<SampleEvent>,
  together: Map<number, TokensEvent[]>,
): Promise<{ next: Promise<IteratorResult<SampleEvent>> }> {
  for (;;) {
    const next = taken(source);
    const ready = await Promise.race([next, notYet]).catch((): typeof none => none);
    if (ready === none || ready.done === true || ready.value.kind !== "tokens") return { next };
    const { value } = ready;
    const same = together.get(value.index);
    if (same === undefined) together.set(value.index, [value]);
    else same.push(value);
  }
}

/** The next event. Its failure is thrown where it is awaited, which may be later than it comes. */
function taken(source: AsyncIterator<SampleEvent>): Promise<IteratorResult<SampleEvent>> {
  const next = source.next();
  next.catch(() => undefined);
  return next;
}

function joined(events: readonly TokensEvent[]): TokensEvent {
  const [first] = events;
  if (first === undefined || events.length === 1) return first!;
  const { top } = first;
  return {
    kind: "tokens",
    index: first.index,
    tokens: events.flatMap(({ tokens }) => tokens),
    logprobs: events.flatMap(({ logprobs }) => logprobs),
    ...(top !== undefined && { top: events.flatMap((event) => event.top ?? []) }),
  };
}
