import type { Exchange } from "./exchange.ts";

type ByteReader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * The lines of an answer, each as soon as it is whole; LF, CR and CRLF end one, and so does the
 * end of the answer. Chunks may end anywhere, inside a character and between CR and LF too. Ends
 * the request when it is left early.
 */
export async function* linesOf(
  { body }: Response,
  exchange: Exchange,
): AsyncGenerator<string, void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  // Joined once, so that a long line in many chunks costs no more than its length.
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
    // Nobody waits for the rest, so nobody hears whether it could be called off.
    reader?.cancel().catch(() => undefined);
    exchange.leave();
  }
}
