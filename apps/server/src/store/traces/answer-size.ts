import { currentRequest } from "../../budgets/current-request.ts";

/**
 * What a request holds of answers that follow one another, each let go when the next is read: as
 * much as the largest of them.
 */
export class LargestAnswer {
  #bytes = 0;

  /** Counts an answer as far as it is read. Throws the refusal that the client gets. */
  read(bytes: number): void {
    if (bytes <= this.#bytes) return;
    const more = bytes - this.#bytes;
    this.#bytes = bytes;
    currentRequest()?.hold(more);
  }
}
