import { ApiCall } from "./api-call.ts";
import type { Exchange } from "./exchange.ts";

/**
 * The items of an answer as they arrive. One reader can read it once. Leaving the loop early ends
 * the request.
 *
 * @example
 * for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
 */
export class Stream<T> implements AsyncIterable<T> {
  readonly #items: AsyncGenerator<T, void>;
  readonly #exchange: Exchange;
  #isTaken = false;

  constructor(items: AsyncGenerator<T, void>, exchange: Exchange) {
    this.#items = items;
    this.#exchange = exchange;
  }

  /** Throws `TypeError` the second time: the items are gone. */
  [Symbol.asyncIterator](): AsyncIterator<T, void> {
    if (this.#isTaken) {
      throw new TypeError(`${this.#exchange.operation}: a stream can be read only once`);
    }
    this.#isTaken = true;
    return this.#items;
  }

  /** Ends the request. Call this if the stream will not be read to its end. */
  cancel(): void {
    this.#exchange.leave();
  }
}

/**
 * A stream that opens when it is first awaited or read, since an open stream holds a connection.
 *
 * @example
 * for await (const call of heddle.trace.calls.query({ project_id })) console.log(call.id);
 */
export class StreamCall<T> extends ApiCall<Stream<T>> implements AsyncIterable<T> {
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    yield* await this;
  }
}
