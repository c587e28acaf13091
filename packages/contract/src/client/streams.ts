import { isDeepStrictEqual } from "node:util";

/** A body that comes in pieces, and what became of it. */
export interface PiecewiseBody {
  readonly body: ReadableStream<Uint8Array>;
  /** Resolves when the reader has said that it will read no more. */
  readonly cancelled: Promise<void>;
}

/** How a body comes to its end. */
export interface Ending {
  /** After how many bytes the connection breaks. Never, unless told otherwise. */
  readonly breaksAt?: number;
  /** Whether it stays open when all bytes are out, as a stream does whose server is busy. */
  readonly staysOpen?: boolean;
}

/** Sends bytes cut at the given places, one piece a pull. */
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

/** Items as a server sends them, with what else a stream may have between them. */
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

/** What a reader of a stream saw until it ended or failed. */
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

/** What of the items that were read is not what was sent. */
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
