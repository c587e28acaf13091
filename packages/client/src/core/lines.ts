import type { Exchange } from "./exchange.ts";

type ByteReader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * The lines of an answer, each as soon as it is complete. LF, CR, CRLF and the end of the answer
 * end a line. Chunks may end anywhere, even inside a character or between CR and LF. If the reader
 * leaves early, the request ends.
 */
export async function* linesOf(
  { body }: Response,
  exchange: Exchange,
): AsyncGenerator<string, void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  // The pieces are joined once, so that a long line in many chunks costs only its length.
  let pieces: string[] = [];
  let endsWithCr = false;
  try {
    for (let isDone = !reader; !isDone;) {
      const chunk = await exchange.wait(() => (reader as ByteReader).read());
      isDone = chunk.done;
      const text = decoder.decode(chunk.value, { stream: !isDone });
      if (text === "") continue;
      const [first, ...rest] = text
        .slice(endsWithCr && text.startsWith("\n") ? 1 : 0)
        .split(/\r\n|\n|\r/) as [string, ...string[]];
      endsWithCr = text.endsWith("\r");
      pieces.push(first);
      for (const next of rest) {
        yield pieces.join("");
        pieces = [next];
      }
    }
    const last = pieces.join("");
    if (last) yield last;
  } finally {
    // Nothing waits for the rest, so a failure to cancel it does not matter.
    reader?.cancel().catch(() => undefined);
    exchange.leave();
  }
}
