import { inNoAccount } from "../../budgets/current-request.ts";
import { QueueFull, StoreUnavailable } from "../errors.ts";

/** How a queue commits its items, and its bounds. */
export interface GroupCommitOptions<Item> {
  /** What waits in the queue, for messages: "calls". */
  readonly name: string;
  /** Bytes of memory that an item holds while it waits. */
  sizeOf(item: Item): number;
  /**
   * Makes a group durable and returns for each item undefined, or the error that it failed with. A
   * rejection counts for all items. It is never called again before it has settled.
   */
  commit(items: readonly Item[]): Promise<readonly (Error | undefined)[]>;
  /** Bytes that may wait or be in flight; more are refused with {@link QueueFull}. */
  readonly maxQueuedBytes: number;
  readonly flushBytes?: number;
  readonly flushItems?: number;
}

interface Submission<Item> {
  readonly items: readonly Item[];
  readonly outcomes: (Error | undefined)[];
  taken: number;
  answered: number;
  bytes: number;
  resolve(outcomes: readonly (Error | undefined)[]): void;
}

interface Group<Item> {
  readonly items: Item[];
  readonly parts: { submission: Submission<Item>; from: number; count: number }[];
}

const defaultFlushBytes = 8 * 1024 * 1024;
const defaultFlushItems = 10_000;
const retryAfterS = 1;

/**
 * Commits items in groups, one group at a time and without a timer: all items that come during a
 * commit are the next group. Waiting for a fuller group would only cost time, because under load
 * groups grow by themselves.
 *
 * @example
 * const outcomes = await queue.submit(rows); // one entry for each row: undefined, or its error
 */
export class GroupCommit<Item> {
  readonly #options: GroupCommitOptions<Item>;
  readonly #flushBytes: number;
  readonly #flushItems: number;
  #waiting: Submission<Item>[] = [];
  #outstandingBytes = 0;
  #flushing: Promise<void> | undefined;
  #closed = false;

  constructor(options: GroupCommitOptions<Item>) {
    this.#options = options;
    this.#flushBytes = options.flushBytes ?? defaultFlushBytes;
    this.#flushItems = options.flushItems ?? defaultFlushItems;
    for (const bound of [options.maxQueuedBytes, this.#flushBytes, this.#flushItems]) {
      if (!(bound > 0))
        throw new RangeError(`The bounds of the ${options.name} queue must be > 0, not ${bound}.`);
    }
  }

  /** Bytes that wait or are in flight. */
  get outstandingBytes(): number {
    return this.#outstandingBytes;
  }

  /**
   * Resolves when every item is committed or has failed. Items keep their order, within a call and
   * between calls. Throws {@link QueueFull}, or {@link StoreUnavailable} after `close`.
   */
  async submit(items: readonly Item[]): Promise<readonly (Error | undefined)[]> {
    if (this.#closed) throw new StoreUnavailable("The server is stopping. Send the request again.");
    if (items.length === 0) return [];
    let bytes = 0;
    for (const item of items) bytes += this.#options.sizeOf(item);
    // An empty queue takes anything: a submission larger than the queue could never pass otherwise.
    const isFull = this.#outstandingBytes + bytes > this.#options.maxQueuedBytes;
    if (isFull && this.#outstandingBytes > 0) throw new QueueFull(this.#options.name, retryAfterS);
    this.#outstandingBytes += bytes;
    return new Promise((resolve) => {
      const outcomes = Array.from<Error | undefined>({ length: items.length });
      this.#waiting.push({ items, outcomes, taken: 0, answered: 0, bytes, resolve });
      // No account, because a flush works for all requests whose items it takes.
      this.#flushing ??= inNoAccount(() => this.#flush());
    });
  }

  /** Takes nothing new, and resolves when all items that were taken are committed. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    // Callers of the same turn belong to the same group.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#take();
      let outcomes: readonly (Error | undefined)[];
      try {
        outcomes = await this.#options.commit(group.items);
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        outcomes = group.items.map(() => failure);
      }
      this.#answer(group, outcomes);
    }
    this.#flushing = undefined;
  }

  #take(): Group<Item> {
    const group: Group<Item> = { items: [], parts: [] };
    let bytes = 0;
    let done = 0;
    for (const submission of this.#waiting) {
      const from = submission.taken;
      while (submission.taken < submission.items.length && group.items.length < this.#flushItems) {
        const item = submission.items[submission.taken] as Item;
        bytes += this.#options.sizeOf(item);
        if (bytes > this.#flushBytes && group.items.length > 0) break;
        group.items.push(item);
        submission.taken += 1;
      }
      const count = submission.taken - from;
      if (count > 0) group.parts.push({ submission, from, count });
      if (submission.taken < submission.items.length) break;
      done += 1;
    }
    this.#waiting = this.#waiting.slice(done);
    return group;
  }

  #answer(group: Group<Item>, outcomes: readonly (Error | undefined)[]): void {
    let next = 0;
    for (const { submission, from, count } of group.parts) {
      for (let index = from; index < from + count; index += 1) {
        submission.outcomes[index] = outcomes[next];
        next += 1;
      }
      submission.answered += count;
      if (submission.answered === submission.items.length) {
        this.#outstandingBytes -= submission.bytes;
        submission.resolve(submission.outcomes);
      }
    }
  }
}
