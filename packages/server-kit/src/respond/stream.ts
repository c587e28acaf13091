/** Text of one item, framed. */
export type Frame<Item> = (item: Item) => string;

/** What becomes of a stream that cannot go on. */
export interface StreamEnd {
  /** The client left: nobody reads any more. */
  onCancel(): void;
  /** The source failed after the answer had begun. Returns a last frame to send, if there is one. */
  onFailure(error: unknown): string | undefined;
}

/** Sent as soon as this many characters have gathered. */
const batchLength = 32 * 1024;

const paused: unique symbol = Symbol("paused");

/**
 * Items as a byte stream, gathered into chunks; `opening` is what precedes the rest, framed.
 *
 * A chunk goes out when it is large, and otherwise when the source lets the event loop turn: items
 * that are there travel together, and none waits for the next. Nothing is taken from the source
 * before the reader asks.
 */
export function streamItems<Item>(
  opening: string,
  rest: AsyncIterator<Item> | Iterator<Item>,
  frame: Frame<Item>,
  end: StreamEnd,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let opened = opening;
  let next: Promise<IteratorResult<Item, unknown>> | undefined;
  let isCancelled = false;

  async function gather(): Promise<{ text: string; isLast: boolean }> {
    const turn = nextTurn();
    let text = opened;
    opened = "";
    while (text.length < batchLength) {
      next ??= Promise.resolve(rest.next());
      const result = text === "" ? await next : await Promise.race([next, turn]);
      if (result === paused) break;
      if (result.done) return { text, isLast: true };
      next = undefined;
      text += frame(result.value);
    }
    return { text, isLast: false };
  }

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      const { text, isLast } = await gather();
      if (isCancelled) return;
      if (text !== "") controller.enqueue(encoder.encode(text));
      if (isLast) controller.close();
    } catch (e) {
      if (isCancelled) return;
      void stop(rest);
      const last = end.onFailure(e);
      if (last === undefined) return controller.error(cut());
      controller.enqueue(encoder.encode(last));
      controller.close();
    }
  }

  function cancel(): Promise<void> {
    isCancelled = true;
    end.onCancel();
    return stop(rest);
  }

  return new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 });
}

/** Bytes as they come from a source, none taken before the reader asks. */
export function streamBytes(
  first: IteratorResult<Uint8Array, unknown>,
  rest: AsyncIterator<Uint8Array>,
  end: StreamEnd,
): ReadableStream<Uint8Array> {
  let next: IteratorResult<Uint8Array, unknown> | undefined = first;
  let isCancelled = false;

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      const result = next ?? (await rest.next());
      next = undefined;
      if (isCancelled) return;
      if (result.done) controller.close();
      else controller.enqueue(result.value);
    } catch (e) {
      if (isCancelled) return;
      end.onFailure(e);
      controller.error(cut());
    }
  }

  function cancel(): Promise<void> {
    isCancelled = true;
    end.onCancel();
    return stop(rest);
  }

  return new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 });
}

/**
 * What a reader is told when an answer cannot be completed: cut, so that nobody takes it for whole.
 * A listener may print this error, so it says nothing of the cause, which `onFailure` was told.
 */
function cut(): Error {
  return new Error("The answer could not be completed");
}

/** Tells a source that nothing more is wanted of it; settles when it has let go. */
export async function stop(source: AsyncIterator<unknown> | Iterator<unknown>): Promise<void> {
  try {
    await source.return?.();
  } catch {
    // A source that fails while it is being stopped has nobody left to tell.
  }
}

/** Resolves after everything that is ready now has had its turn. */
function nextTurn(): Promise<typeof paused> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve, paused);
    else setTimeout(resolve, 0, paused);
  });
}

/**
 * One line of JSON lines.
 *
 * Stored texts may have been sent over several lines, and some readers (Python's `splitlines`,
 * which HTTP libraries use) take U+0085, U+2028 and U+2029 for line ends: blanks and escapes mean
 * the same JSON.
 */
export function jsonLine(text: string): string {
  return `${oneLine(text)}\n`;
}

/** One server-sent event. */
export function event(text: string): string {
  return `data: ${oneLine(text)}\n\n`;
}

function oneLine(text: string): string {
  if (!lineEnds.test(text)) return text;
  return text
    .replace(/[\r\n]/g, " ")
    .replace(/[\u0085\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const lineEnds = /[\r\n\u0085\u2028\u2029]/;
