import { uuidV7Time } from "./uuid-v7.ts";

/** How far the clocks of clients may be off. */
const marginMs = 10_000;
const defaultCapacity = 50_000;

/** Ids that came by in one stretch of time, and the newest time that one of them carries. */
interface Generation {
  readonly ids: Set<string>;
  newest: number;
}

/**
 * Tells ids that nothing can be stored under from those that have to be looked up.
 *
 * Ids of version 7 carry the time of their making: one that was made after this process began, and
 * that has not come by since, is new to a store that no other server writes to.
 */
export class SeenIds {
  /**
   * Two generations, the older forgotten as a whole: taking the first out of one set, over and
   * over, walks past all that was taken before.
   */
  #young: Generation = { ids: new Set(), newest: 0 };
  #old: Generation = { ids: new Set(), newest: 0 };
  /** Ids of one generation. */
  readonly #capacity: number;
  /** Ids made before this moment may be stored or forgotten. */
  #since: number;

  constructor(startedAtMs: number, capacity: number = defaultCapacity) {
    this.#since = startedAtMs + marginMs;
    this.#capacity = capacity;
  }

  /** Whether nothing is stored under this id; from now on it counts as seen. */
  isNew(id: string, nowMs: number): boolean {
    if (this.#young.ids.has(id) || this.#old.ids.has(id)) return false;
    const time = uuidV7Time(id);
    // A time that has not come yet is a wrong clock's, and must not make every id after it old.
    const isTimely = time !== undefined && time < nowMs + marginMs;
    this.#add(id, isTimely ? time : 0);
    return isTimely && time > this.#since;
  }

  #add(id: string, time: number): void {
    if (this.#young.ids.size >= this.#capacity) {
      // What is forgotten here, and whatever is older, has to be looked up again.
      this.#since = Math.max(this.#since, this.#old.newest);
      this.#old = this.#young;
      this.#young = { ids: new Set(), newest: 0 };
    }
    this.#young.ids.add(id);
    this.#young.newest = Math.max(this.#young.newest, time);
  }
}
