import { QueueFull, StoreUnavailable } from "../errors.ts";
import { FairSlots } from "./fair-slots.ts";

/**
 * What a read takes: the engine's time for a moment or for long, or, a stream, a session of the
 * engine for as long as its reader likes.
 */
export type ReadKind = "short" | "long" | "stream";

export interface ReadQueueOptions {
  /** Reads that run at once: each kind has its own, so that none keeps another waiting. */
  readonly slots: Readonly<Record<ReadKind, number>>;
  /** Reads of one entity that may wait; beyond them {@link QueueFull}. */
  readonly maxWaitingOfEntity?: number | undefined;
  /** Reads of all entities that may wait; beyond them {@link StoreUnavailable}. */
  readonly maxWaiting?: number | undefined;
}

/** The leave to run one read. */
export interface ReadSlot {
  /** How many of its kind ran when it began, itself among them. */
  readonly running: number;
  /** To be called once, when the read has ended. */
  leave(): void;
}

const defaultMaxWaitingOfEntity = 256;
const defaultMaxWaiting = 1024;
/** Waiting reads take about as long to begin. */
const retryAfterS = 5;

/** Lets reads run so that no entity's keep another's waiting, nor long ones short ones. */
export class ReadQueue {
  readonly #slots: Readonly<Record<ReadKind, FairSlots>>;
  readonly #maxWaitingOfEntity: number;
  readonly #maxWaiting: number;
  readonly #waitingOf = new Map<string, number>();
  #waiting = 0;
  #isClosed = false;

  constructor({ slots, maxWaitingOfEntity, maxWaiting }: ReadQueueOptions) {
    this.#slots = {
      short: new FairSlots(slots.short),
      long: new FairSlots(slots.long),
      stream: new FairSlots(slots.stream),
    };
    this.#maxWaitingOfEntity = maxWaitingOfEntity ?? defaultMaxWaitingOfEntity;
    this.#maxWaiting = maxWaiting ?? defaultMaxWaiting;
  }

  /** Reads that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Resolves when a read of this kind may begin.
   *
   * @throws QueueFull, StoreUnavailable, Cancelled
   */
  async enter(kind: ReadKind, entity: string, signal?: AbortSignal): Promise<ReadSlot> {
    if (this.#isClosed) throw stopping();
    const slots = this.#slots[kind];
    if (slots.isFullFor(entity)) await this.#wait(slots, entity, signal);
    else await slots.enter(entity, signal);
    return { running: slots.taken, leave: () => slots.leave(entity) };
  }

  /** Lets nothing more in, and refuses who waits. What runs may run to its end. */
  close(): void {
    this.#isClosed = true;
    for (const slots of Object.values(this.#slots)) slots.refuseAll(stopping);
  }

  async #wait(slots: FairSlots, entity: string, signal?: AbortSignal): Promise<void> {
    const ofEntity = this.#waitingOf.get(entity) ?? 0;
    if (ofEntity >= this.#maxWaitingOfEntity) {
      throw new QueueFull(
        entity === "" ? "reads without a key" : `reads of ${entity}`,
        retryAfterS,
      );
    }
    if (this.#waiting >= this.#maxWaiting) {
      throw new StoreUnavailable(
        `The queue for reads of all entities is full. Send the request again in ${retryAfterS} s.`,
        retryAfterS,
      );
    }
    this.#waiting += 1;
    this.#waitingOf.set(entity, ofEntity + 1);
    try {
      await slots.enter(entity, signal);
    } finally {
      this.#waiting -= 1;
      const left = (this.#waitingOf.get(entity) ?? 0) - 1;
      if (left > 0) this.#waitingOf.set(entity, left);
      else this.#waitingOf.delete(entity);
    }
  }
}

function stopping(): StoreUnavailable {
  return new StoreUnavailable("The server is stopping. Send the request again.");
}
