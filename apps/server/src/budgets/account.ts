import { BudgetFull, OverAllowance } from "./budget-full.ts";
import type { RequestAccount } from "./current-request.ts";
import type { Shares } from "./shares.ts";

/** The memory, in bytes, that the owners of requests share. */
export interface MemoryBudgets {
  readonly bodies: Shares;
  /** Bodies with trajectories: so long that they would leave no room for others. */
  readonly trajectories: Shares;
  readonly answers: Shares;
}

/** Which budget a body comes out of. */
export type BodyKind = "bodies" | "trajectories";

/** The owner of a request. */
export interface Owner {
  /** Identifies the owner's share: a key, or the address of a request without one. */
  readonly name: string;
  /** Empty without a key. */
  readonly entity: string;
  /** The owner's name in messages: `this key`. */
  readonly words: string;
  /** The longest body of one request; without it, only the budget limits a body. */
  readonly maxBodyBytes?: number;
}

/** A refused client may send its request again after this time. */
export const retryAfterS = 1;

/** Counts the memory that one request holds, from its body's first byte to its answer's last. */
export class Account implements RequestAccount {
  readonly #owner: Owner;
  readonly #budgets: MemoryBudgets;
  readonly #held = { bodies: 0, trajectories: 0, answers: 0 };
  #isClosed = false;

  constructor(owner: Owner, budgets: MemoryBudgets) {
    this.#owner = owner;
    this.#budgets = budgets;
  }

  get entity(): string {
    return this.#owner.entity;
  }

  /**
   * Counts bytes that the answer needs.
   *
   * @throws BudgetFull
   */
  hold(bytes: number): void {
    this.#take("answers", bytes);
  }

  /**
   * Counts bytes of the body, and of the values read from it.
   *
   * @throws OverAllowance if the body is longer than the owner's may be, BudgetFull
   */
  holdBody(bytes: number, kind: BodyKind = "bodies"): void {
    const { maxBodyBytes = Infinity, words } = this.#owner;
    if (this.#held[kind] + bytes > maxBodyBytes) {
      throw new OverAllowance(
        `Request too large: a request of ${words} may have a body of ${maxBodyBytes} bytes.`,
      );
    }
    this.#take(kind, bytes);
  }

  /** Gives back all that the request held. */
  close(): void {
    this.#isClosed = true;
    for (const kind of ["bodies", "trajectories", "answers"] as const) {
      this.#budgets[kind].giveBack(this.#owner.name, this.#held[kind]);
      this.#held[kind] = 0;
    }
  }

  #take(kind: keyof MemoryBudgets, bytes: number): void {
    // Work may go on after its client has left. Its memory is not counted any more.
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
