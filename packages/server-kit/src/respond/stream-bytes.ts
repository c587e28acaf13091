import { cut, stop } from "./source.ts";

/** Callbacks for a stream that ends early. */
export interface BytesEnd {
  /** Called when the client has left. */
  onCancel(): void;
  /** Called when the source fails after the answer has begun. */
  onFailure(error: unknown): void;
}

/** Bytes as they come from a source, none taken before the reader asks. */
export function streamBytes(
  first: IteratorResult<Uint8Array, unknown>,
  rest: AsyncIterator<Uint8Array>,
  end: BytesEnd,
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
