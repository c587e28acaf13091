import { LRUCache } from "lru-cache";
import type { ReadCost } from "./traces.ts";

/** A read that takes less is short, whatever it was taken for. */
const shortMs = 50;
/** A read that takes more is long, whatever it was taken for. */
const longMs = 500;
/** Share of the newest measurement in what is expected. */
const weight = 0.3;
const maxStatements = 4096;
/** Longer statements are not remembered. */
const maxLength = 8 * 1024;

/**
 * What reads cost: as the one who asks declares it, until the same statement of the same entity was
 * measured. An entity with few calls counts all of them in a moment; one that filters millions by
 * what no index knows takes long for the newest fifty.
 */
export class ReadCosts {
  readonly #ms = new LRUCache<string, number>({ max: maxStatements });

  /** What a statement is likely to cost. */
  of(entity: string, sql: string, declared: ReadCost): ReadCost {
    const ms = this.#ms.get(keyOf(entity, sql));
    if (ms === undefined) return declared;
    if (ms < shortMs) return "short";
    return ms > longMs ? "long" : declared;
  }

  /**
   * Remembers how long a statement ran, its wait not counted. Of one that did not come to its end
   * it is known only that it takes at least as long.
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
