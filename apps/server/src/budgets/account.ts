import { BudgetFull, OverAllowance } from "./budget-full.ts";
import type { RequestAccount } from "./current-request.ts";
import type { Shares } from "./shares.ts";

/** Memory that requests hold, shared by those who send them. Bytes. */
export interface MemoryBudgets {
  readonly bodies: Shares;
  readonly answers: Shares;
}

/** Whose request it is. */
export interface Owner {
  /** Who shares with others: a key, or the address of a request without one. */
  readonly name: string;
  /** Empty without a key. */
  readonly entity: string;
  /** How messages call the owner: `this key`. */
  readonly words: string;
  /** The most that the body of one request may hold; as much as there is, where it is left out. */
  readonly maxBodyBytes?: number;
}

/** When a refused request is worth another try. */
export const retryAfterS = 1;

/** What one request holds of the server's memory, from its body's first byte to its answer's last. */
export class Account implements RequestAccount {
  readonly #owner: Owner;
  readonly #budgets: MemoryBudgets;
  readonly #held = { bodies: 0, answers: 0 };
  #isClosed = false;

  constructor(owner: Owner, budgets: MemoryBudgets) {
    this.#owner = owner;
    this.#budgets = budgets;
  }

  get entity(): string {
    return this.#owner.entity;
  }

  /** Counts bytes of what the answer is made of. */
  hold(bytes: number): void {
    this.#take("answers", bytes);
  }

  /** Counts bytes of the body, and of what is read from it. */
  holdBody(bytes: number): void {
    const { maxBodyBytes = Infinity, words } = this.#owner;
    if (this.#held.bodies + bytes > maxBodyBytes) {
      throw new OverAllowance(
        `Request too large: a request of ${words} may have a body of ${maxBodyBytes} bytes.`,
      );
    }
    this.#take("bodies", bytes);
  }

  /** Gives back all that the request held. */
  close(): void {
    this.#isClosed = true;
    for (const kind of ["bodies", "answers"] as const) {
      this.#budgets[kind].giveBack(this.#owner.name, this.#held[kind]);
      this.#held[kind] = 0;
    }
  }

  #take(kind: keyof MemoryBudgets, bytes: number): void {
    // Work that goes on after its client has left holds what it holds until it ends, uncounted.
    if (this.#isClosed) return;
    const { name, words } = this.#owner;
    const budget = this.#budgets[kind];
    const full = budget.take(name, bytes);
    if (full === undefined) {
      this.#held[kind] += bytes;
      return;
    }
    const size = `${Math.round(budget.total / 2 ** 20)} MiB of memory that the server has for ${kind}`;
    throw new BudgetFull(
      full,
      full === "owner"
        ? `Requests of ${words} hold their share of the ${size}. Send the request again in ${retryAfterS} s.`
        : `Requests hold all of the ${size}. Send the request again in ${retryAfterS} s.`,
    );
  }
}
