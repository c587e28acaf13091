import { currentRequest } from "../../budgets/current-request.ts";
import { ReadCosts } from "./read-costs.ts";
import { type ReadKind, ReadQueue, type ReadQueueOptions } from "./read-queue.ts";
import type { ReadOptions } from "./traces.ts";

export interface ReadTurnsOptions extends ReadQueueOptions {
  /** Cores of the engine; without it, the engine divides its cores itself. */
  readonly cores?: number | undefined;
}

/** The permission to run one read, and the engine settings to run it with. */
export interface ReadTurn {
  readonly settings: Readonly<Record<string, number>>;
  /** Call it once, when the read has ended. `isDone`: the read ran to its end. */
  end(isDone: boolean): void;
}

/**
 * While a read of a higher rank runs, the engine pauses reads of a lower rank at each block of
 * rows, but at most this long: long reads make progress even if there are always short ones.
 */
const pauseMs = 20;
const ahead = { priority: 1 };
const behind = { priority: 2, low_priority_query_wait_time_ms: pauseMs };

/**
 * Decides when a read may run: entities take turns, and short reads do not wait for long ones. The
 * server's own reads, also those of writers, never wait.
 */
export class ReadTurns {
  readonly #queue: ReadQueue;
  readonly #costs = new ReadCosts();
  readonly #cores: number | undefined;

  constructor(options: ReadTurnsOptions) {
    this.#queue = new ReadQueue(options);
    this.#cores = options.cores;
  }

  /**
   * Resolves when a query may be sent.
   *
   * @throws QueueFull, StoreUnavailable, Cancelled
   */
  async query(sql: string, { cost = "long", signal }: ReadOptions): Promise<ReadTurn> {
    const entity = currentRequest()?.entity;
    if (entity === undefined) return { settings: ahead, end: () => {} };
    const kind = this.#costs.of(entity, sql, cost);
    const slot = await this.#queue.enter(kind, entity, signal);
    const startedAt = performance.now();
    return {
      settings: this.#settings(kind, slot.running),
      end: (isDone) => {
        slot.leave();
        this.#costs.took(entity, sql, performance.now() - startedAt, isDone);
      },
    };
  }

  /** Resolves when a stream may be opened. Throws the same errors as `query`. */
  async stream({ signal }: ReadOptions): Promise<ReadTurn> {
    const entity = currentRequest()?.entity;
    // Lower rank, also for the server's own streams: a stream may be open for long.
    if (entity === undefined) return { settings: behind, end: () => {} };
    const slot = await this.#queue.enter("stream", entity, signal);
    return { settings: behind, end: () => slot.leave() };
  }

  /** Lets no more reads begin. */
  close(): void {
    this.#queue.close();
  }

  #settings(kind: ReadKind, running: number): ReadTurn["settings"] {
    if (kind === "short") return ahead;
    // The first read gets all cores; a later one gets its part of them.
    if (this.#cores === undefined || running <= 1) return behind;
    return { ...behind, max_threads: Math.max(1, Math.floor(this.#cores / running)) };
  }
}
