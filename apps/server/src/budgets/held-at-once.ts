import { currentRequest, type RequestAccount } from "./current-request.ts";

/**
 * The account of work that drops some of what it holds before it reads more: only the most that it
 * holds at once counts for the request.
 *
 * @example
 * const held = new HeldAtOnce();
 * for (const part of parts) {
 *   await inAccount(held, () => read(part));
 *   held.dropTo(0);
 * }
 */
export class HeldAtOnce implements RequestAccount {
  readonly #account: RequestAccount | undefined;
  #now = 0;
  #most = 0;

  /** Counts for the request that the caller works for, if there is one. */
  constructor() {
    this.#account = currentRequest();
  }

  get entity(): string {
    return this.#account?.entity ?? "";
  }

  hold(bytes: number): void {
    const now = this.#now + bytes;
    const more = now - this.#most;
    if (more > 0) {
      this.#account?.hold(more);
      this.#most = now;
    }
    this.#now = now;
  }

  /** Says that the work now holds only this many bytes. */
  dropTo(bytes: number): void {
    this.#now = bytes;
  }
}
