/** The signal of one request, made when somebody asks for it: most handlers never do. */
export class RequestSignal {
  readonly #request: Request;
  #controller: AbortController | undefined;
  #isAborted = false;

  constructor(request: Request) {
    this.#request = request;
  }

  /** Aborted when the connection closes before the answer is out, or its reader stops reading. */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    const outer = this.#request.signal;
    if (outer.aborted || this.#isAborted) controller.abort();
    else outer.addEventListener("abort", () => controller.abort(), { once: true });
    return controller.signal;
  }

  get isAborted(): boolean {
    return this.#isAborted || this.#request.signal.aborted;
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }
}
