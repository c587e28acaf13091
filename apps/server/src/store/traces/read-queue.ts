import { QueueFull, StoreUnavailable } from "../errors.ts";
import { FairSlots } from "./fair-slots.ts";

/**
 * The kind of a read. Short and long reads need the engine's time; a stream needs a session of the
 * engine, for as long as its reader takes.
 */
export type ReadKind = "short" | "long" | "stream";

export interface ReadQueueOptions {
  /** Reads that run at once. Each kind has its own slots, so it never waits for another kind. */
  readonly slots: Readonly<Record<ReadKind, number>>;
  /** Reads of one entity that may wait; more are refused with {@link QueueFull}. */
  readonly maxWaitingOfEntity?: number | undefined;
  /** Reads of all entities that may wait; more are refused with {@link StoreUnavailable}. */
  readonly maxWaiting?: number | undefined;
}

/** The permission to run one read. */
export interface ReadSlot {
  /** How many reads of its kind ran when it began, including itself. */
  readonly running: number;
  /** Call it once, when the read has ended. */
  leave(): void;
}

const defaultMaxWaitingOfEntity = 256;
const defaultMaxWaiting = 1024;
/** About the time until waiting reads begin. */
const retryAfterS = 5;

/** Lets reads run in turns: no entity waits for another, and no short read waits for long ones. */
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

  /** The number of waiting reads. */
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

  /** Lets no more reads in, and refuses those that wait. Running reads may end normally. */
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
