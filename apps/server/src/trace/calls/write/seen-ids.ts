import { uuidV7Time } from "../../uuid-v7.ts";

/** A client's clock may be wrong by this much. An id with a time further ahead is looked up. */
const marginMs = 10_000;
const minuteMs = 60_000;
const defaultCapacity = 50_000;
/**
 * About a week. More minutes than this means the ids carry invented times; then none is trusted as
 * new.
 */
const maxTakenMinutes = 10_000;

/** Ids that were seen in one period. */
interface Generation {
  readonly ids: Set<string>;
  /** The newest time in these ids, without times that were still ahead. */
  newest: number;
  /** The minutes of the ids whose times were ahead. */
  readonly comingMinutes: Set<number>;
}

/**
 * Separates ids that are certainly new from ids that must be looked up.
 *
 * Ids of version 7 carry the time of their creation. An id that was created after this process
 * began, and that it has not seen, is new to a store that no other server writes to. The time comes
 * from a client's clock, which may be ahead: the minutes of such ids count as taken.
 */
export class SeenIds {
  /**
   * There are two generations, and the older is forgotten as a whole: removing the first entry of
   * one set again and again would walk past all removed entries.
   */
  #young: Generation = emptyGeneration();
  #old: Generation = emptyGeneration();
  /** Most ids of one generation. */
  readonly #capacity: number;
  /** Ids made before this moment may be stored or forgotten. */
  #since: number;
  /** Minutes after that moment whose ids may be stored or forgotten. */
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

  /** Takes these minutes (since 1970): none of their ids is new. */
  take(minutes: Iterable<number>): void {
    const first = minuteOf(this.#since);
    const taken = [...this.#taken, ...minutes].filter((minute) => minute >= first);
    this.#taken = new Set(taken);
    if (this.#taken.size > maxTakenMinutes) this.#since = Number.POSITIVE_INFINITY;
  }

  #add(id: string, time: number | undefined, nowMs: number): void {
    if (this.#young.ids.size >= this.#capacity) {
      // Forgotten ids, and all older ones, must be looked up again.
      this.#since = Math.max(this.#since, this.#old.newest);
      this.take(this.#old.comingMinutes);
      this.#old = this.#young;
      this.#young = emptyGeneration();
    }
    this.#young.ids.add(id);
    if (time === undefined) return;
    // A time ahead comes from a wrong clock, and must not make every earlier id old.
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
