import { LRUCache } from "lru-cache";
import type { ReadCost } from "./traces.ts";

/** A read that takes less time is short, even if it was declared long. */
const shortMs = 50;
/** A read that takes more time is long, even if it was declared short. */
const longMs = 500;
/** Weight of the newest measurement in the moving average. */
const weight = 0.3;
const maxStatements = 4096;
/** Longer statements are not remembered. */
const maxLength = 8 * 1024;

/**
 * Estimates what a read costs: the caller declares it, until the same statement of the same entity
 * was measured. The caller cannot know: an entity with few calls counts all of them in a moment,
 * and one that filters millions without an index waits long for the newest fifty.
 */
export class ReadCosts {
  readonly #ms = new LRUCache<string, number>({ max: maxStatements });

  /** The likely cost of a statement. */
  of(entity: string, sql: string, declared: ReadCost): ReadCost {
    const ms = this.#ms.get(keyOf(entity, sql));
    if (ms === undefined) return declared;
    if (ms < shortMs) return "short";
    return ms > longMs ? "long" : declared;
  }

  /**
   * Remembers how long a statement ran, without its wait. A statement that did not run to its end
   * takes at least as long, so it counts only if it was long already.
   */
  took(entity: string, sql: string, ms: number, isDone: boolean): void {
    if (sql.length > maxLength || (!isDone && ms < longMs)) return;
    const key = keyOf(entity, sql);
    const before = this.#ms.get(key) ?? ms;
    this.#ms.set(key, before + weight * (ms - before));
  }
}

function keyOf(entity: string, sql: string): string {
  return `${entity}\n${sql}`;
}
