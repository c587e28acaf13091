import type { Full } from "./budget-full.ts";

/** An owner may have this many times the free amount: a lone owner gets three quarters of all. */
const eagerness = 3;

/**
 * An amount that owners share. No owner can take all of it: each may have at most a fixed multiple
 * of the free amount. So some is always left for a new owner, and a lone owner can have most of it.
 *
 * Source: A. K. Choudhury and E. L. Hahne, "Dynamic Queue Length Thresholds for Shared-Memory
 * Packet Switches", IEEE/ACM Transactions on Networking 6(2), 1998.
 */
export class Shares {
  readonly total: number;
  readonly #taken = new Map<string, number>();
  #used = 0;

  constructor(total: number) {
    this.total = total;
  }

  /** The amount that all owners have together. */
  get used(): number {
    return this.#used;
  }

  /** Gives an amount to an owner. If it does not fit, gives nothing and returns the full share. */
  take(owner: string, amount: number): Full | undefined {
    const free = this.total - this.#used;
    const taken = (this.#taken.get(owner) ?? 0) + amount;
    if (taken > eagerness * free && taken > amount) return "owner";
    if (amount > free) return "all";
    this.#taken.set(owner, taken);
    this.#used += amount;
    return undefined;
  }

  /** Takes an amount back from an owner. */
  giveBack(owner: string, amount: number): void {
    const left = (this.#taken.get(owner) ?? 0) - amount;
    if (left > 0) this.#taken.set(owner, left);
    else this.#taken.delete(owner);
    this.#used -= amount;
  }
}
