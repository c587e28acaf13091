import { encodeTexts } from "./encode-texts.ts";
import { keepAlive } from "./framing.ts";
import { cut, stop } from "./source.ts";

/** How items become bytes, and callbacks for a stream that ends early. */
export interface ItemFraming<Item> {
  /** Text of one item. */
  frame(item: Item): string;
  /** Sent after the last item, and after an error event; `""` for nothing. */
  readonly end: string;
  /** Silence before a comment is sent; `undefined` if the framing has no comments. */
  readonly keepAliveMs: number | undefined;
  /** Called when the client has left. */
  onCancel(): void;
  /** Called when the source fails after the answer has begun. May return a last frame to send. */
  onFailure(error: unknown): string | undefined;
}

/** A chunk is sent as soon as it has this many characters. */
const batchLength = 32 * 1024;

const paused: unique symbol = Symbol("paused");
const silent: unique symbol = Symbol("silent");

type Source<Item> = AsyncIterator<Item> | Iterator<Item>;

/**
 * Items as a byte stream, gathered into chunks.
 *
 * A chunk goes out when it is large, or when the source lets the event loop turn: items that are
 * ready are sent together, and none waits for the next. The first item is taken at once, so that an
 * error before it can be an ordinary answer. Other items are taken only when the reader asks.
 */
export class ItemStream<Item> {
  readonly #source: Source<Item>;
  readonly #framing: ItemFraming<Item>;
  #opening = "";
  #next: Promise<IteratorResult<Item, unknown>> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #isEnded = false;
  #isCancelled = false;
  #alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(items: AsyncIterable<Item> | Iterable<Item>, framing: ItemFraming<Item>) {
    this.#source =
      Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
    this.#framing = framing;
  }

  /**
   * Waits for the first item, at most until a comment is due. Throws any error that the source
   * throws before that.
   */
  async open(): Promise<ReadableStream<Uint8Array> | string> {
    const result = await this.#nextOrSilence();
    if (result === silent) {
      this.#opening = keepAlive;
    } else if (result.done) {
      return this.#framing.end;
    } else {
      this.#next = undefined;
      this.#opening = await this.#first(result.value);
    }
    return new ReadableStream<Uint8Array>(
      { pull: (controller) => this.#pull(controller), cancel: () => this.#cancel() },
      { highWaterMark: 0 },
    );
  }

  /** The first item, framed. If it cannot be sent, the source is stopped. */
  async #first(item: Item): Promise<string> {
    try {
      return this.#framing.frame(item);
    } catch (e) {
      await stop(this.#source);
      throw e;
    }
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const texts = this.#failure ? [] : await this.#gather();
    if (this.#isCancelled) return;
    // Items before a failure are sent before the failure is reported.
    if (texts.length > 0) controller.enqueue(encodeTexts(texts));
    if (this.#failure && texts.length === 0) this.#fail(controller, this.#failure.error);
    else if (this.#isEnded) controller.close();
  }

  async #gather(): Promise<readonly string[]> {
    const turn = nextTurn();
    const texts = this.#opening === "" ? [] : [this.#opening];
    let { length } = this.#opening;
    this.#opening = "";
    try {
      while (length < batchLength) {
        const result = await (length === 0
          ? this.#nextOrSilence()
          : Promise.race([this.#take(), turn]));
        if (result === paused) break;
        if (result === silent) return [keepAlive];
        if (result.done) {
          this.#isEnded = true;
          if (this.#framing.end !== "") texts.push(this.#framing.end);
          break;
        }
        this.#next = undefined;
        const text = this.#framing.frame(result.value);
        texts.push(text);
        length += text.length;
      }
    } catch (error) {
      this.#failure = { error };
    }
    return texts;
  }

  #take(): Promise<IteratorResult<Item, unknown>> {
    this.#next ??= Promise.resolve(this.#source.next());
    return this.#next;
  }

  async #nextOrSilence(): Promise<IteratorResult<Item, unknown> | typeof silent> {
    const { keepAliveMs } = this.#framing;
    if (keepAliveMs === undefined) return this.#take();
    const alarm = new Promise<typeof silent>((resolve) => {
      this.#alarm = setTimeout(resolve, keepAliveMs, silent);
    });
    try {
      return await Promise.race([this.#take(), alarm]);
    } finally {
      clearTimeout(this.#alarm);
    }
  }

  #fail(controller: ReadableStreamDefaultController<Uint8Array>, error: unknown): void {
    void stop(this.#source);
    const last = this.#framing.onFailure(error);
    if (last === undefined) return controller.error(cut());
    controller.enqueue(encodeTexts([last, this.#framing.end]));
    controller.close();
  }

  #cancel(): Promise<void> {
    this.#isCancelled = true;
    clearTimeout(this.#alarm);
    this.#framing.onCancel();
    return stop(this.#source);
  }
}

/** Resolves after everything that is ready now has had its turn. */
function nextTurn(): Promise<typeof paused> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve, paused);
    else setTimeout(resolve, 0, paused);
  });
}
