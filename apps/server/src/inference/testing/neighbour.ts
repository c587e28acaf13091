import { ask, completionOf } from "./asking.ts";
import type { ChatServer } from "./chat-server.ts";

/** Somebody of another entity who asks short questions while others do harm. */
export interface Neighbour {
  /** Stops asking; resolves with the milliseconds of the longest answer. */
  stop(): Promise<number>;
}

/** Asks one question after another; one that is not answered as it should be fails `stop`. */
export function neighbour(server: ChatServer): Neighbour {
  const headers = { authorization: `Bearer ${server.keys.elsewhere}` };
  const stopping = new AbortController();
  const asking = (async () => {
    let longestMs = 0;
    do {
      const startMs = performance.now();
      completionOf(await ask(server, { max_tokens: 2 }, { headers }));
      longestMs = Math.max(longestMs, performance.now() - startMs);
    } while (!stopping.signal.aborted);
    return longestMs;
  })();
  // Whoever stops hears of a failure.
  asking.catch(() => undefined);
  return {
    stop() {
      stopping.abort();
      return asking;
    },
  };
}
