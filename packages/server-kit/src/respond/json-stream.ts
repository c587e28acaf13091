import { serialiseInPieces } from "../serialise-in-pieces.ts";

/**
 * A long JSON answer as bytes. Each piece is written when the reader takes it, so an unread answer
 * holds only its value in memory.
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
