import { HeddleError } from "./errors.ts";
import type { Sent } from "./send.ts";

/** What `.result()` gives: `data` or `error`, and the answer where one came. */
export type CallResult<T> =
  | { readonly data: T; readonly error: undefined; readonly response: Response }
  | {
      readonly data: undefined;
      readonly error: HeddleError;
      readonly response: Response | undefined;
    };

/** How a call is made. */
export interface CallSteps<T> {
  /** Sends the request, again where that is allowed; throws for every status that is no success. */
  readonly send: () => Promise<Sent>;
  /** Reads the answer. */
  readonly read: (sent: Sent) => T | Promise<T>;
  /** Whether nothing is sent before somebody asks for the outcome. */
  readonly isLazy?: boolean;
}

/**
 * A call on its way: a promise of its data, and three other ways to take the outcome.
 *
 * It is sent at once, and once, whoever awaits it how often: a write that nobody waits for is
 * still done, and its failure is an unhandled rejection like that of any promise.
 *
 * @example
 * const { call } = await heddle.trace.calls.read({ project_id, id });
 * const { data, error } = await heddle.trace.calls.read({ project_id, id }).result();
 */
export class ApiCall<T> extends Promise<T> {
  /** What `then` gives is a plain promise. */
  static override readonly [Symbol.species]: PromiseConstructor = Promise;

  readonly #steps: CallSteps<T>;
  #sent: Promise<Sent> | undefined;
  #data: Promise<T> | undefined;
  #isUnread = false;

  constructor(steps: CallSteps<T>) {
    // The promise inside is never used: everything goes through `then`, so that it can wait.
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

  /** The data, or the error without a throw. Throws only for wrong use: a `TypeError`. */
  async result(): Promise<CallResult<T>> {
    try {
      return { ...(await this.withResponse()), error: undefined };
    } catch (error) {
      if (!(error instanceof HeddleError)) throw error;
      const { response } = error as { response?: Response };
      return { data: undefined, error, response };
    }
  }

  /** The data together with the answer, for its status and headers. */
  async withResponse(): Promise<{ readonly data: T; readonly response: Response }> {
    return { data: await this, response: await this.#response() };
  }

  /**
   * The answer with its body unread, for downloads that should not be held in memory. Say it where
   * the call is made: what is awaited otherwise has been read.
   *
   * @example
   * const { body } = await heddle.trace.files.content({ project_id, digest }).asResponse();
   */
  async asResponse(): Promise<Response> {
    this.#isUnread = true;
    await this;
    return this.#response();
  }

  #start(): Promise<T> {
    const sent = (this.#sent ??= this.#steps.send());
    return (this.#data ??= sent.then((it) =>
      this.#isUnread ? (undefined as T) : this.#steps.read(it),
    ));
  }

  async #response(): Promise<Response> {
    return (await (this.#sent as Promise<Sent>)).response;
  }
}
