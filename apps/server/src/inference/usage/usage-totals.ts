import { addUsage, noUsage, type UsageCounts } from "./usage-counts.ts";

/** What was used of each base model since the start, by its name. */
export class UsageTotals {
  readonly #byBase = new Map<string, UsageCounts>();

  /** Counts more of a base model, or of a model that stands on it. */
  add(base: string, more: Partial<UsageCounts>): void {
    const sum = this.#byBase.get(base) ?? noUsage();
    addUsage(sum, more);
    this.#byBase.set(base, sum);
  }

  [Symbol.iterator](): Iterator<readonly [base: string, counts: UsageCounts]> {
    return this.#byBase.entries();
  }
}
