/** What came of a turn: work was done, there was none, or there is some that has to wait for another lane. */
export type Turn = "worked" | "idle" | "blocked";

/** Something that has work now and then, and does it a slice at a time. */
export interface Lane {
  run(): Turn;
}

/**
 * Gives turns by time used: of those with work the one that has had the least goes next, so that decoding and training,
 * and one base model and another, share the machine evenly however long their slices are. Who comes back from idling
 * starts level with the others: idle time is not saved up. (Start-time fair queueing, Goyal et al., 1996.)
 */
export class FairTurns {
  readonly #now: () => number;
  readonly #usedMs = new Map<Lane, number>();
  readonly #idle = new Set<Lane>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(lane: Lane): void {
    this.#usedMs.set(lane, this.#level());
  }

  remove(lane: Lane): void {
    this.#usedMs.delete(lane);
    this.#idle.delete(lane);
  }

  /** One slice of who is next; false when nobody could do anything. */
  runOne(): boolean {
    const level = this.#level();
    const lanes = [...this.#usedMs].toSorted(([, a], [, b]) => a - b);
    for (const [lane, usedMs] of lanes) {
      const begunAt = this.#now();
      const turn = lane.run();
      if (turn === "idle") this.#idle.add(lane);
      if (turn !== "worked") continue;
      const startedFrom = this.#idle.delete(lane) ? Math.max(usedMs, level) : usedMs;
      this.#usedMs.set(lane, startedFrom + this.#now() - begunAt);
      return true;
    }
    return false;
  }

  /** What the least served of those at work have used. */
  #level(): number {
    let level = Infinity;
    for (const [lane, usedMs] of this.#usedMs) {
      if (!this.#idle.has(lane)) level = Math.min(level, usedMs);
    }
    return level === Infinity ? 0 : level;
  }
}
