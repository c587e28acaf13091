import { cut, stop } from "./source.ts";

/** What becomes of bytes that cannot go on. */
export interface BytesEnd {
  /** The client left: nobody reads any more. */
  onCancel(): void;
  /** The source failed after the answer had begun. */
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
