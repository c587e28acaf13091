import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Trace } from "@heddle/types";
import { inNoAccount } from "../../budgets/current-request.ts";
import type { ChatTrace } from "../../config/chat-trace.ts";
import type { Logger } from "../../http/log.ts";
import { QueueFull, StoreUnavailable } from "../../store/errors.ts";
import type { Calls } from "../../trace/calls/calls.ts";
import { uuidV7 } from "../../trace/uuid-v7.ts";
import type { ChatCaller } from "../chat/requests/chat-request.ts";
import type { AnswerWatch, ChatObserver } from "../chat/watch/answer-watch.ts";
import { tracePlace } from "./trace-place.ts";
import { TracedRequest } from "./traced-request.ts";

/** What the tracing of chat stands on. */
export interface ChatTracingParts {
  readonly calls: Pick<Calls, "complete">;
  readonly setting: ChatTrace | undefined;
  /** What a client is told of an error. */
  readonly reasonOf: (error: unknown) => string;
  readonly log: Pick<Logger, "warn">;
  /** Bytes of streams that are being joined and of calls that wait, of all requests together. */
  readonly maxHeldBytes?: number;
}

const defaultMaxHeldBytes = 64 * 1024 * 1024;
/** A full queue empties within seconds, and a trace engine that ended starts again as fast. */
const maxTries = 30;

/**
 * Makes chat requests calls of the trace service, those that ask for it by header or by setting.
 *
 * The answer never waits for its call, and does not say that there is one: a crash right after the
 * answer may lose it. A store that is busy gets the call again until it takes it. A call that finds
 * no room, or that the store refuses, is lost: the log and the metrics say so.
 */
export class ChatTracing {
  readonly #parts: ChatTracingParts;
  readonly #pending = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #heldBytes = 0;
  #written = 0;
  #lost = 0;

  constructor(parts: ChatTracingParts) {
    this.#parts = parts;
  }

  /** How many calls were written and lost since the start, and how many wait. */
  get counts(): { readonly written: number; readonly lost: number; readonly waiting: number } {
    return { written: this.#written, lost: this.#lost, waiting: this.#pending.size };
  }

  /** Follows the answers that become calls. */
  readonly observe: ChatObserver = (request, caller): AnswerWatch | undefined => {
    const project = tracePlace(caller, this.#parts.setting);
    if (project === undefined) return undefined;
    const { reasonOf } = this.#parts;
    const ids = { id: newId(), trace_id: newId() };
    const traced = new TracedRequest({ request, caller, project, ids, reasonOf });
    let bytes = 0;
    let isLost = false;
    const hold = (more: number): void => {
      if (isLost) return;
      if (this.#heldBytes + more > (this.#parts.maxHeldBytes ?? defaultMaxHeldBytes)) {
        isLost = true;
        this.#heldBytes -= bytes;
        this.#lose(caller, new QueueFull("calls of chat", 1));
        return;
      }
      bytes += more;
      this.#heldBytes += more;
    };
    return {
      prompt: (tokens, cachedTokens) => traced.prompt(tokens, cachedTokens),
      sampled: (tokens) => traced.sampled(tokens),
      chunk: (chunk) => {
        if (!isLost) hold(traced.join(chunk));
      },
      ended: (end) => {
        if (isLost) return;
        const { call, bytes: more } = traced.ended(end);
        hold(more);
        if (isLost) return;
        const writing = inNoAccount(() => this.#write(caller, project, call)).finally(() => {
          this.#heldBytes -= bytes;
          this.#pending.delete(writing);
        });
        this.#pending.add(writing);
      },
    };
  };

  /** Resolves when all calls of answers that have ended are written or lost. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#pending);
  }

  async #write(caller: ChatCaller, project: string, call: Trace.CompletedCall): Promise<void> {
    const { requester } = caller;
    for (let tries = 1; ; tries += 1) {
      try {
        const place = requester.projects.writable(project);
        await this.#parts.calls.complete(requester, place, { batch: [call] });
        this.#written += 1;
        return;
      } catch (error) {
        const isBusy = error instanceof QueueFull || error instanceof StoreUnavailable;
        if (!isBusy || tries === maxTries || this.#closing.signal.aborted) {
          this.#lose(caller, error);
          return;
        }
        // A stop does not wait, and tries once more.
        const { signal } = this.#closing;
        await sleep(error.retryAfterS * 1000, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  #lose({ requestId }: ChatCaller, err: unknown): void {
    this.#lost += 1;
    this.#parts.log.warn({ err, requestId }, "a chat request did not become a call");
  }
}

function newId(): string {
  return uuidV7(Date.now(), randomBytes(10));
}
