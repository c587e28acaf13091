import { HeddleError } from "./errors.ts";
import type { JsonParser } from "./parse-json.ts";
import type { Sent } from "./send.ts";

/** The outcome of `.result()`: `data` or `error`, and the response if one came. */
export type CallResult<T> =
  | { readonly data: T; readonly error: undefined; readonly response: Response }
  | {
      readonly data: undefined;
      readonly error: HeddleError;
      readonly response: Response | undefined;
    };

/** The steps of a call. */
export interface CallSteps<T> {
  /**
   * Sends the request, and repeats it where that is allowed. Throws for every status except
   * success.
   */
  readonly send: () => Promise<Sent>;
  /** Reads the answer. */
  readonly read: (sent: Sent, parse: JsonParser) => T | Promise<T>;
  /** Whether the request waits until the program asks for the outcome. */
  readonly isLazy?: boolean;
}

/**
 * A call in progress: a promise of its data, with three other ways to read the outcome.
 *
 * The request is sent at once and only once, however often the call is awaited. So a write that the
 * program does not await still happens; its failure is then an unhandled rejection, as with any
 * promise.
 *
 * @example
 * const { call } = await heddle.trace.calls.read({ project_id, id });
 * const { data, error } = await heddle.trace.calls.read({ project_id, id }).result();
 */
export class ApiCall<T> extends Promise<T> {
  /** `then` returns a plain promise. */
  static override readonly [Symbol.species]: PromiseConstructor = Promise;

  readonly #steps: CallSteps<T>;
  #sent: Promise<Sent> | undefined;
  #data: Promise<T> | undefined;
  #isUnread = false;
  #parse: JsonParser = JSON.parse;

  constructor(steps: CallSteps<T>) {
    // The inner promise is never used: everything goes through `then`, which can delay the request.
    super(() => undefined);
    this.#steps = steps;
    if (!steps.isLazy) void this.#start();
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  override then<Fulfilled = T, Rejected = never>(
    onFulfilled?: ((data: T) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#start().then(onFulfilled, onRejected);
  }

  /**
   * The data, or the error without a throw. Throws `TypeError` only for wrong use of the client.
   */
  async result(): Promise<CallResult<T>> {
    try {
      return { ...(await this.withResponse()), error: undefined };
    } catch (error) {
      if (!(error instanceof HeddleError)) throw error;
      const { response } = error as { response?: Response };
      return { data: undefined, error, response };
    }
  }

  /** The data together with the response, for its status and headers. */
  async withResponse(): Promise<{ readonly data: T; readonly response: Response }> {
    return { data: await this, response: await this.#response() };
  }

  /**
   * The response with its body unread, for downloads that are too large for memory. Call this
   * directly on the call: a call that was awaited first has already read the body.
   *
   * @example
   * const { body } = await heddle.trace.files.content({ project_id, digest }).asResponse();
   */
  async asResponse(): Promise<Response> {
    this.#isUnread = true;
    await this;
    return this.#response();
  }

  /**
   * Reads the JSON of the answer with another parser, in streams each item and in lists each page.
   * Call this directly on the call, before it is awaited.
   */
  parseWith(parse: JsonParser): this {
    this.#parse = parse;
    return this;
  }

  #start(): Promise<T> {
    const sent = (this.#sent ??= this.#steps.send());
    return (this.#data ??= sent.then((it) =>
      this.#isUnread ? (undefined as T) : this.#steps.read(it, this.#parse),
    ));
  }

  async #response(): Promise<Response> {
    return (await (this.#sent as Promise<Sent>)).response;
  }
}
