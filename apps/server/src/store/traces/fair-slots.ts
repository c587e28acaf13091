import { Cancelled } from "../errors.ts";

interface Waiter {
  enter(): void;
  refuse(reason: Error): void;
}

/**
 * A number of slots that owners share. An owner may hold at most as many as are free, so that some
 * are left for the next owner. Waiting owners take turns: first the owner whose last slot was given
 * longest ago. Each owner's requests get slots in the order in which they came.
 */
export class FairSlots {
  readonly #size: number;
  #taken = 0;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Map<string, Set<Waiter>>();
  /** The number of the last turn of each owner that holds a slot or waits. */
  readonly #lastTurn = new Map<string, number>();
  #turn = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** The number of slots in use. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether this owner would have to wait. */
  isFullFor(owner: string): boolean {
    const held = this.#held.get(owner) ?? 0;
    return this.#waiting.has(owner) || held >= this.#size - this.#taken;
  }

  /**
   * Resolves when this owner has a slot, which it holds until `leave`. Aborting ends the wait.
   *
   * @throws Cancelled
   */
  async enter(owner: string, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) throw new Cancelled();
    if (!this.isFullFor(owner)) {
      this.#take(owner);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const waiting = this.#waiting.get(owner) ?? new Set();
      const abort = (): void => {
        waiting.delete(waiter);
        if (waiting.size === 0) this.#waiting.delete(owner);
        this.#forgetIdle(owner);
        reject(new Cancelled());
      };
      const waiter: Waiter = {
        enter: () => {
          signal?.removeEventListener("abort", abort);
          resolve();
        },
        refuse: (reason) => {
          signal?.removeEventListener("abort", abort);
          reject(reason);
        },
      };
      waiting.add(waiter);
      this.#waiting.set(owner, waiting);
      signal?.addEventListener("abort", abort, { once: true });
    });
  }

  /** Gives a slot back. */
  leave(owner: string): void {
    const held = (this.#held.get(owner) ?? 0) - 1;
    if (held > 0) this.#held.set(owner, held);
    else this.#held.delete(owner);
    this.#taken -= 1;
    while (this.#letOneIn());
    this.#forgetIdle(owner);
  }

  /** Rejects all waits. */
  refuseAll(reason: () => Error): void {
    const waiting = [...this.#waiting.values()].flatMap((waiters) => [...waiters]);
    this.#waiting.clear();
    for (const waiter of waiting) waiter.refuse(reason());
  }

  #letOneIn(): boolean {
    const owner = this.#next();
    if (owner === undefined) return false;
    const waiting = this.#waiting.get(owner) ?? new Set();
    const [waiter] = waiting;
    if (!waiter) return false;
    waiting.delete(waiter);
    if (waiting.size === 0) this.#waiting.delete(owner);
    this.#take(owner);
    waiter.enter();
    return true;
  }

  /** The waiting owner that may have one more slot and whose last turn is longest ago. */
  #next(): string | undefined {
    const free = this.#size - this.#taken;
    let next: string | undefined;
    let earliest = Infinity;
    for (const owner of this.#waiting.keys()) {
      const turn = this.#lastTurn.get(owner) ?? 0;
      if (turn >= earliest || (this.#held.get(owner) ?? 0) >= free) continue;
      next = owner;
      earliest = turn;
    }
    return next;
  }

  #take(owner: string): void {
    this.#turn += 1;
    this.#lastTurn.set(owner, this.#turn);
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
    this.#taken += 1;
  }

  #forgetIdle(owner: string): void {
    if (!this.#held.has(owner) && !this.#waiting.has(owner)) this.#lastTurn.delete(owner);
  }
}
