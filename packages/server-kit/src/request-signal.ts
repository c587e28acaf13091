/**
 * The signal of one request: aborted when the connection closes before the answer is out, or its
 * reader stops reading.
 *
 * Made at once: a getter that makes it on demand costs each request more.
 */
export class RequestSignal {
  readonly #controller = new AbortController();

  constructor(request: Request) {
    const outer = request.signal;
    if (outer.aborted) this.abort();
    else outer.addEventListener("abort", () => this.abort(), { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.#controller.signal.aborted;
  }

  abort(): void {
    this.#controller.abort();
  }
}
