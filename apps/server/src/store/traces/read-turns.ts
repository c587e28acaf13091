import { currentRequest } from "../../budgets/current-request.ts";
import { ReadCosts } from "./read-costs.ts";
import { type ReadKind, ReadQueue, type ReadQueueOptions } from "./read-queue.ts";
import type { ReadOptions } from "./traces.ts";

export interface ReadTurnsOptions extends ReadQueueOptions {
  /** Cores that the engine computes on; the engine shares out its own where it is left out. */
  readonly cores?: number | undefined;
}

/** The leave to run one read, and what the engine is to know of it. */
export interface ReadTurn {
  readonly settings: Readonly<Record<string, number>>;
  /** To be called once. `isDone` where the read came to its end. */
  end(isDone: boolean): void;
}

/**
 * The engine pauses reads of a lower rank, at each block of rows, while one of a higher rank runs,
 * but no longer than this: long ones get on even where there are always short ones.
 */
const pauseMs = 20;
const ahead = { priority: 1 };
const behind = { priority: 2, low_priority_query_wait_time_ms: pauseMs };

/**
 * Whose turn it is to read: entities take turns, and short reads wait for no long ones. The
 * server's own reads, those of writers among them, never wait.
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

  /** The same for a stream. */
  async stream({ signal }: ReadOptions): Promise<ReadTurn> {
    const entity = currentRequest()?.entity;
    // Behind, also where it is the server's own: it may be open for long.
    if (entity === undefined) return { settings: behind, end: () => {} };
    const slot = await this.#queue.enter("stream", entity, signal);
    return { settings: behind, end: () => slot.leave() };
  }

  /** Lets nothing more begin. */
  close(): void {
    this.#queue.close();
  }

  #settings(kind: ReadKind, running: number): ReadTurn["settings"] {
    if (kind === "short") return ahead;
    // The first has all cores; what begins beside it has its part of them.
    if (this.#cores === undefined || running <= 1) return behind;
    return { ...behind, max_threads: Math.max(1, Math.floor(this.#cores / running)) };
  }
}
