import { Connection } from "../core/index.ts";
import type { ClientOptions } from "../core/index.ts";
import { openExchange } from "../core/exchange.ts";
import type { Exchange } from "../core/exchange.ts";

/** A connection to a function in this process. */
export function connectionTo(
  fetch: NonNullable<ClientOptions["fetch"]>,
  options: ClientOptions = {},
): Connection {
  return new Connection({ fetch, ...options }, "http://service.test");
}

/** An exchange that never times out or aborts. */
export function endlessExchange(): Exchange {
  return openExchange("things.watch", Infinity, undefined);
}

/** An answer whose body sends the given pieces, each only when the client asks for it. */
export function responseOf(pieces: readonly (string | Uint8Array)[]): Response {
  const left = pieces.map((piece) =>
    typeof piece === "string" ? new TextEncoder().encode(piece) : piece,
  );
  return new Response(
    new ReadableStream({
      pull(controller) {
        const next = left.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(next);
      },
    }),
  );
}

/** All items. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
