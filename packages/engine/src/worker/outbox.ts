import type { MessagePort } from "node:worker_threads";

import type { SampleEvent } from "../sampling.ts";
import { errorMessage } from "./error-transport.ts";
import { packEvents } from "./packed-events.ts";
import type { FromWorker } from "./protocol.ts";
import { send } from "./send.ts";

/** How long events are gathered: a stream in full flow is a message every few milliseconds, not one per token. */
const gatherMs = 8;

type TokensEvent = Extract<SampleEvent, { kind: "tokens" }>;

/** What goes to the main thread: answers after each slice, events of samples gathered into one message for all. */
export class Outbox {
  readonly #port: MessagePort;
  readonly #now: () => number;
  #events = new Map<number, SampleEvent[]>();
  #answers: FromWorker[] = [];
  #lastFlushMs = -Infinity;
  /** A sample has begun: whoever waits for its first token waits no longer than that takes. */
  #hasBeginning = false;

  constructor(port: MessagePort, now: () => number) {
    this.#port = port;
    this.#now = now;
  }

  /** Whether a call has been answered since the last `flush`. */
  get hasAnswers(): boolean {
    return this.#answers.length > 0;
  }

  result(id: number, value: unknown): void {
    this.#answers.push({ kind: "result", id, value });
  }

  error(id: number, error: unknown): void {
    this.#answers.push({ kind: "error", id, error: errorMessage(error) });
  }

  /** Adds an event of a sample; tokens of one completion that follow each other become one event. */
  event(id: number, event: SampleEvent): void {
    if (event.kind === "prompt") this.#hasBeginning = true;
    const events = this.#events.get(id);
    if (events === undefined) {
      this.#events.set(id, [event]);
      return;
    }
    if (event.kind === "tokens") {
      const place = events.findLastIndex(
        (other) => other.kind === "tokens" && other.index === event.index,
      );
      const before = events[place];
      if (before?.kind === "tokens") {
        events[place] = joined(before, event);
        return;
      }
    }
    events.push(event);
  }

  /** Forgets what was not sent yet of a sample that was given up. */
  drop(id: number): void {
    this.#events.delete(id);
  }

  /** Sends events that have been gathered long enough, and those of a sample that begins at once. */
  flushWhenDue(): void {
    if (this.#events.size === 0) return;
    if (this.#hasBeginning || this.#now() - this.#lastFlushMs >= gatherMs) this.flush();
  }

  /** Sends everything: events first, since the answer of a sample says that there are no more. */
  flush(): void {
    if (this.#events.size > 0) {
      const packed = packEvents(this.#events);
      this.#events = new Map();
      this.#hasBeginning = false;
      this.#lastFlushMs = this.#now();
      send(this.#port, { kind: "events", packed });
    }
    for (const answer of this.#answers.splice(0)) send(this.#port, answer);
  }
}

function joined(first: TokensEvent, second: TokensEvent): TokensEvent {
  return {
    kind: "tokens",
    index: first.index,
    tokens: [...first.tokens, ...second.tokens],
    logprobs: [...first.logprobs, ...second.logprobs],
    ...(first.top === undefined || second.top === undefined
      ? {}
      : { top: [...first.top, ...second.top] }),
  };
}
