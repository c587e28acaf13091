import { EngineException } from "./exception.ts";
import type { EngineSession } from "./engine-session.ts";

interface Waiter {
  give(session: EngineSession): void;
  refuse(reason: Error): void;
}

/**
 * A bounded set of sessions with one query at a time each. A session that failed is closed and
 * another takes its place: the engine puts the rows which a failed query had already written in
 * front of the next result of the same session.
 */
export class SessionPool {
  readonly #size: number;
  readonly #maxWaiting: number;
  readonly #open: () => EngineSession;
  readonly #idle: EngineSession[] = [];
  #waiting: Waiter[] = [];
  #lent = 0;
  #isClosed = false;

  constructor(size: number, maxWaiting: number, open: () => EngineSession) {
    this.#size = size;
    this.#maxWaiting = maxWaiting;
    this.#open = open;
  }

  /** Lends a session; rejects when the wait is aborted or too many wait already. */
  async take(signal: AbortSignal): Promise<EngineSession> {
    signal.throwIfAborted();
    if (this.#isClosed) throw ending();
    if (this.#lent < this.#size) {
      this.#lent += 1;
      return this.#idle.pop() ?? this.#opened();
    }
    if (this.#waiting.length >= this.#maxWaiting) {
      const text = `${this.#maxWaiting} queries wait already.`;
      throw new EngineException(202, "TOO_MANY_SIMULTANEOUS_QUERIES", text);
    }
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        give: (session) => {
          signal.removeEventListener("abort", abort);
          resolve(session);
        },
        refuse: (reason) => {
          signal.removeEventListener("abort", abort);
          reject(reason);
        },
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.push(waiter);
    });
  }

  /** Takes a session back after a query that went well. */
  giveBack(session: EngineSession): void {
    const waiter = this.#waiting.shift();
    if (waiter !== undefined) {
      waiter.give(session);
      return;
    }
    this.#lent -= 1;
    if (this.#isClosed) session.close();
    else this.#idle.push(session);
  }

  /** Gives a session up after a failure; whoever waits gets a new one. */
  discard(session: EngineSession): void {
    session.abandon();
    const waiter = this.#waiting.shift();
    if (waiter === undefined) {
      this.#lent -= 1;
      return;
    }
    try {
      waiter.give(this.#opened());
    } catch (error) {
      waiter.refuse(error as Error);
    }
  }

  /** Refuses who waits and closes what is idle; what is lent closes when it comes back. */
  close(): void {
    this.#isClosed = true;
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(ending());
    for (const session of this.#idle.splice(0)) session.close();
  }

  #opened(): EngineSession {
    try {
      return this.#open();
    } catch (error) {
      this.#lent -= 1;
      throw error;
    }
  }
}

function ending(): EngineException {
  return new EngineException(236, "ABORTED", "The engine is ending.");
}
