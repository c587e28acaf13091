import { serialiseInPieces } from "../serialise-in-pieces.ts";

/**
 * A long JSON answer as bytes, each piece written when its reader takes it: of an answer that nobody
 * reads, nothing is held but the value that it is made of.
 */
export function jsonStream(body: unknown): ReadableStream<Uint8Array> {
  const pieces = serialiseInPieces(body);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: () => void pieces.return(),
    },
    { highWaterMark: 0 },
  );
}
