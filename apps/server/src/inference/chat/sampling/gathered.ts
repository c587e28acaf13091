import type { SampleEvent } from "@heddle/engine";

type TokensEvent = Extract<SampleEvent, { kind: "tokens" }>;

const none: unique symbol = Symbol("none");
/** Loses against whatever is there already. */
const notYet: Promise<typeof none> = Promise.resolve(none);
/**
 * Tokens go out with those that come after this share of the time. So the engine's events wake the server, and seldom
 * a timer at the end of the time: with many streams their timers would halt the engine a thousand times a second.
 */
const dueShare = 0.75;

/**
 * The same events, but tokens that come within a time after the last ones are gathered into one event
 * for each completion. The first tokens do not wait, the last ones go with the end, and nothing waits
 * longer than the time, which is asked for anew each time: a server with many streams spends itself on
 * writing many small events.
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
      const gathering = new Gathering(source, value);
      const waitMs = intervalMs();
      const restMs = lastMs + waitMs - performance.now();
      // A timer takes a millisecond at least.
      if (restMs >= 1) await gathering.takeFor(restMs, lastMs + waitMs * dueShare);
      ({ next } = await gathering.takeReady());
      for (const some of gathering.tokens()) yield joined(some);
      lastMs = performance.now();
    }
  } finally {
    await source.return?.();
  }
}

/** The tokens that become one event of each completion. */
class Gathering {
  readonly #source: AsyncIterator<SampleEvent>;
  readonly #together: Map<number, TokensEvent[]>;
  /** The event after them; it may not be there yet. */
  #next: Promise<IteratorResult<SampleEvent>>;

  constructor(source: AsyncIterator<SampleEvent>, first: TokensEvent) {
    this.#source = source;
    this.#together = new Map([[first.index, [first]]]);
    this.#next = taken(source);
  }

  tokens(): Iterable<readonly TokensEvent[]> {
    return this.#together.values();
  }

  /** Takes tokens until some come after `dueMs`, until the time is over, or until something else comes. */
  async takeFor(restMs: number, dueMs: number): Promise<void> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    let isOver = false;
    const end = (): void => {
      isOver = true;
      resolve();
    };
    // Callbacks, since this is done for each token: a race of promises takes twice the time.
    const take = (result: IteratorResult<SampleEvent>): void => {
      if (isOver) return;
      if (!this.#add(result) || performance.now() >= dueMs) end();
      else this.#next.then(take, end);
    };
    const timer = setTimeout(end, Math.ceil(restMs));
    this.#next.then(take, end);
    await over;
    clearTimeout(timer);
  }

  /** Takes all tokens that are there already. Resolves with what comes after them, which may not be there yet. */
  async takeReady(): Promise<{ readonly next: Promise<IteratorResult<SampleEvent>> }> {
    for (;;) {
      // A failure is thrown by whoever awaits the event itself.
      const result = await Promise.race([this.#next, notYet]).catch((): typeof none => none);
      if (result === none || !this.#add(result)) return { next: this.#next };
    }
  }

  /** Adds an event that has tokens, and takes the one after it; false for any other. */
  #add({ done, value }: IteratorResult<SampleEvent>): boolean {
    if (done === true || value.kind !== "tokens") return false;
    const same = this.#together.get(value.index);
    if (same === undefined) this.#together.set(value.index, [value]);
    else same.push(value);
    this.#next = taken(this.#source);
    return true;
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
