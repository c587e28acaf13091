import { EngineException } from "./exception.ts";
import type { EngineSession } from "./engine-session.ts";

interface Waiter {
  give(session: EngineSession): void;
  refuse(reason: Error): void;
}

/**
 * A bounded set of sessions, each with one query at a time. After a failed query, its session is
 * closed and replaced: otherwise the engine would put the rows that the failed query had already
 * written in front of the session's next result.
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

  /** Lends a session. Rejects if the wait is aborted or too many queries wait already. */
  async take(signal: AbortSignal): Promise<EngineSession> {
    signal.throwIfAborted();
    if (this.#isClosed) throw ending();
    if (this.#lent < this.#size) {
      this.#lent += 1;
      return this.#idle.pop() ?? this.#opened();
    }
    if (this.#waiting.length >= this.#maxWaiting) {
      const text = `${this.#maxWaiting} queries already wait.`;
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

  /** Takes a session back after a successful query. */
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

  /** Closes a session after a failure; the next waiting query gets a new one. */
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

  /** Refuses waiting queries and closes idle sessions. Lent sessions close when they come back. */
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
