import { isDeepStrictEqual } from "node:util";

/** A body that comes in pieces. */
export interface PiecewiseBody {
  readonly body: ReadableStream<Uint8Array>;
  /** Resolves when the reader has cancelled the body. */
  readonly cancelled: Promise<void>;
}

/** How a body ends. */
export interface Ending {
  /** The connection breaks after this many bytes. Default: never. */
  readonly breaksAt?: number;
  /** Whether it stays open after the last byte, as the stream of a busy server does. */
  readonly staysOpen?: boolean;
}

/** Sends bytes cut at the given places, one piece for each pull. */
export function piecewise(
  bytes: Uint8Array,
  cuts: readonly number[],
  { breaksAt, staysOpen = false }: Ending = {},
): PiecewiseBody {
  const end = breaksAt ?? bytes.length;
  const places = [...new Set([...cuts.map((cut) => cut % Math.max(end, 1)), end])]
    .filter((place) => place > 0)
    .toSorted((a, b) => a - b);
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
  let from = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const to = places.shift();
      if (to !== undefined) {
        controller.enqueue(bytes.slice(from, to));
        from = to;
      } else if (breaksAt !== undefined) {
        controller.error(new TypeError("the connection was reset"));
      } else if (staysOpen) {
        return new Promise(() => undefined);
      } else {
        controller.close();
      }
      return undefined;
    },
    cancel,
  });
  return { body, cancelled };
}

/** Items as a server sends them, with everything else that a stream may have between items. */
export function encodeItems(
  items: readonly unknown[],
  mediaType: string,
  end: string | undefined,
): string {
  if (mediaType === "application/jsonl") {
    return items.map((item) => `${JSON.stringify(item)}\n`).join("");
  }
  const events = items.map((item) => `data: ${JSON.stringify(item)}\n\n`).join(": busy\n\n");
  return end === undefined ? events : `${events}data: ${end}\n\n`;
}

/** The items that a reader got until the stream ended or failed. */
export interface Seen {
  readonly items: readonly unknown[];
  readonly error?: unknown;
}

/** Reads to the end, or to the first error. */
export async function readItems(stream: AsyncIterable<unknown>): Promise<Seen> {
  const items: unknown[] = [];
  try {
    for await (const item of stream) items.push(item);
  } catch (error) {
    return { items, error };
  }
  return { items };
}

/** The differences between the items read and the items sent. */
export function itemViolations(sent: readonly unknown[], seen: Seen): string[] {
  if (seen.error !== undefined) return [`it failed after ${seen.items.length} items`];
  if (seen.items.length !== sent.length) {
    return [`${sent.length} items were sent, ${seen.items.length} were read`];
  }
  return sent.flatMap((item, index) =>
    isDeepStrictEqual(item, seen.items[index])
      ? []
      : [`item ${index}: ${JSON.stringify(seen.items[index])} is not ${JSON.stringify(item)}`],
  );
}
