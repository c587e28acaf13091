import { currentRequest } from "../../budgets/current-request.ts";

/**
 * Counts the memory for a sequence of answers. The request drops each answer before it reads the
 * next, so it holds only as much as the largest answer.
 */
export class LargestAnswer {
  #bytes = 0;

  /**
   * Counts the bytes read so far of one answer. Throws the refusal for the client if the request's
   * budget has no room.
   */
  read(bytes: number): void {
    if (bytes <= this.#bytes) return;
    const more = bytes - this.#bytes;
    this.#bytes = bytes;
    currentRequest()?.hold(more);
  }
}
