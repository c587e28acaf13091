import { uuidV7Time } from "./uuid-v7.ts";

/** How far the clocks of clients may be off. */
const marginMs = 10_000;
const defaultCapacity = 100_000;

/**
 * Tells ids that nothing can be stored under from those that have to be looked up.
 *
 * Ids of version 7 carry the time of their making: one that was made after this process began, and
 * that has not come by since, is new to a store that no other server writes to.
 */
export class SeenIds {
  readonly #seen = new Set<string>();
  readonly #capacity: number;
  /** Ids made before this moment may be stored or forgotten. */
  #since: number;

  constructor(startedAtMs: number, capacity: number = defaultCapacity) {
    this.#since = startedAtMs + marginMs;
    this.#capacity = capacity;
  }

  /** Whether nothing is stored under this id; from now on it counts as seen. */
  isNew(id: string, nowMs: number): boolean {
    if (this.#seen.has(id)) return false;
    const time = uuidV7Time(id);
    this.#add(id, nowMs);
    return time !== undefined && time > this.#since && time < nowMs + marginMs;
  }

  #add(id: string, nowMs: number): void {
    this.#seen.add(id);
    if (this.#seen.size <= this.#capacity) return;
    const [oldest] = this.#seen;
    this.#seen.delete(oldest as string);
    // What is forgotten here, and whatever is older, has to be looked up again. A time that has not
    // come yet is a wrong clock's, and must not make every id after it old.
    const time = uuidV7Time(oldest as string) ?? 0;
    if (time < nowMs + marginMs) this.#since = Math.max(this.#since, time);
  }
}
