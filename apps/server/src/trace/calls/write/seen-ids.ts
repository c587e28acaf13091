import { uuidV7Time } from "../record/uuid-v7.ts";

/** How far the clocks of clients may be off before their ids are looked up. */
const marginMs = 10_000;
const minuteMs = 60_000;
const defaultCapacity = 50_000;
/** A week of minutes; whoever takes more has ids of made-up times. */
const maxTakenMinutes = 10_000;

/** Ids that came by in one stretch of time. */
interface Generation {
  readonly ids: Set<string>;
  /** The newest time that one of them carries, of those whose time had come. */
  newest: number;
  /** The minutes that the others carry: of clocks that are ahead. */
  readonly comingMinutes: Set<number>;
}

/**
 * Tells ids that nothing can be stored under from those that have to be looked up.
 *
 * Ids of version 7 carry the time of their making: one that was made after this process began, and
 * that has not come by since, is new to a store that no other server writes to. The time is that of
 * a client's clock, which may be ahead: the minutes of such ids are known as taken.
 */
export class SeenIds {
  /**
   * Two generations, the older forgotten as a whole: taking the first out of one set, over and
   * over, walks past all that was taken before.
   */
  #young: Generation = emptyGeneration();
  #old: Generation = emptyGeneration();
  /** Ids of one generation. */
  readonly #capacity: number;
  /** Ids made before this moment may be stored or forgotten. */
  #since: number;
  /** Minutes after that moment in which ids lie that may be stored or forgotten. */
  #taken: Set<number> = new Set();

  constructor(startedAtMs: number, capacity: number = defaultCapacity) {
    this.#since = startedAtMs + marginMs;
    this.#capacity = capacity;
  }

  /** Ids made before this moment (ms) are never new. */
  get sinceMs(): number {
    return this.#since;
  }

  /** Whether nothing is stored under this id; from now on it counts as seen. */
  isNew(id: string, nowMs: number): boolean {
    if (this.#young.ids.has(id) || this.#old.ids.has(id)) return false;
    const time = uuidV7Time(id);
    this.#add(id, time, nowMs);
    return (
      time !== undefined &&
      time < nowMs + marginMs &&
      time > this.#since &&
      !this.#taken.has(minuteOf(time))
    );
  }

  /** No id of these minutes (since 1970) is new. */
  take(minutes: Iterable<number>): void {
    const first = minuteOf(this.#since);
    const taken = [...this.#taken, ...minutes].filter((minute) => minute >= first);
    this.#taken = new Set(taken);
    if (this.#taken.size > maxTakenMinutes) this.#since = Number.POSITIVE_INFINITY;
  }

  #add(id: string, time: number | undefined, nowMs: number): void {
    if (this.#young.ids.size >= this.#capacity) {
      // What is forgotten here, and whatever is older, has to be looked up again.
      this.#since = Math.max(this.#since, this.#old.newest);
      this.take(this.#old.comingMinutes);
      this.#old = this.#young;
      this.#young = emptyGeneration();
    }
    this.#young.ids.add(id);
    if (time === undefined) return;
    // A time that has not come yet is a wrong clock's, and must not make every id before it old.
    if (time < nowMs + marginMs) this.#young.newest = Math.max(this.#young.newest, time);
    else this.#young.comingMinutes.add(minuteOf(time));
  }
}

function emptyGeneration(): Generation {
  return { ids: new Set(), newest: 0, comingMinutes: new Set() };
}

function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / minuteMs);
}
