import type { SampleEvent } from "../sampling.ts";
import { eventCost } from "../worker/event-cost.ts";

/** Where a stream's events come from. */
export interface SampleSource {
  /** Begins; events, the end and failures come through the stream's methods. */
  start(stream: SampleStream): void;
  /** The consumer has taken events of so much cost. */
  consumed(cost: number): void;
  /** The consumer wants no more. */
  cancel(): void;
}

interface Waiter {
  readonly resolve: (result: IteratorResult<SampleEvent>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The events of one sample for one consumer. Nothing happens before the first `next`; `return` and every failure give
 * the sample up. What is not taken stays here, bounded by what the source sends ahead.
 */
export class SampleStream implements AsyncIterableIterator<SampleEvent> {
  readonly #source: SampleSource;
  /** Cost after which the source hears that events were taken. */
  readonly #reportCost: number;
  #events: SampleEvent[] = [];
  #waiters: Waiter[] = [];
  #takenCost = 0;
  #hasStarted = false;
  #outcome: { readonly error: unknown } | "end" | null = null;

  constructor(source: SampleSource, reportCost: number) {
    this.#source = source;
    this.#reportCost = reportCost;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<SampleEvent>> {
    if (!this.#hasStarted && this.#outcome === null) {
      this.#hasStarted = true;
      this.#source.start(this);
    }
    const event = this.#events.shift();
    if (event !== undefined) return Promise.resolve({ done: false, value: this.#taken(event) });
    if (this.#outcome === null) {
      return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
    }
    if (this.#outcome === "end") return Promise.resolve({ done: true, value: undefined });
    const { error } = this.#outcome;
    this.#outcome = "end";
    return Promise.reject(error);
  }

  return(): Promise<IteratorResult<SampleEvent>> {
    if (this.#outcome === null && this.#hasStarted) this.#source.cancel();
    this.#outcome = "end";
    this.#events = [];
    this.#settleWaiters();
    return Promise.resolve({ done: true, value: undefined });
  }

  push(events: readonly SampleEvent[]): void {
    if (this.#outcome !== null) return;
    for (const event of events) {
      const waiter = this.#waiters.shift();
      if (waiter === undefined) this.#events.push(event);
      else waiter.resolve({ done: false, value: this.#taken(event) });
    }
  }

  end(): void {
    this.#outcome ??= "end";
    this.#settleWaiters();
  }

  /** Events that were not taken yet are dropped: the sample has failed. */
  fail(error: unknown): void {
    if (this.#outcome !== null) return;
    this.#events = [];
    this.#outcome = { error };
    this.#settleWaiters();
  }

  #taken(event: SampleEvent): SampleEvent {
    this.#takenCost += eventCost(event);
    if (this.#takenCost >= this.#reportCost && this.#outcome === null) {
      this.#source.consumed(this.#takenCost);
      this.#takenCost = 0;
    }
    return event;
  }

  #settleWaiters(): void {
    for (const { resolve, reject } of this.#waiters.splice(0)) {
      if (this.#outcome === "end" || this.#outcome === null) {
        resolve({ done: true, value: undefined });
        continue;
      }
      const { error } = this.#outcome;
      this.#outcome = "end";
      reject(error);
    }
  }
}
