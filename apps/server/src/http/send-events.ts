import type { ServerResponse } from "node:http";

/** A head that has waited for so long goes alone. */
const headAloneMs = 50;

/**
 * Sends a stream of events: the head together with the first of them, which the listener would send
 * apart, and each part of the body with no stream in between. If the stream fails, the connection is
 * cut, so that the client notices; the source of the stream has logged the reason. Never rejects.
 */
export async function sendEvents(response: Response, outgoing: ServerResponse): Promise<void> {
  const { body, status, headers } = response;
  const reader = body?.getReader();
  let goOn: (() => void) | undefined;
  const resume = (): void => goOn?.();
  const leave = (): void => {
    resume();
    // Ends the reading, too. Whatever the source says to this, nobody is left to hear it.
    reader?.cancel().catch(() => undefined);
  };
  const flushing = setTimeout(() => outgoing.flushHeaders(), headAloneMs);
  outgoing.on("drain", resume).once("close", leave);
  try {
    if (outgoing.destroyed) leave();
    outgoing.writeHead(status, Object.fromEntries(headers));
    for (;;) {
      const part = await reader?.read();
      clearTimeout(flushing);
      if (part?.value === undefined) break;
      if (outgoing.write(part.value) || outgoing.destroyed) continue;
      const { promise: drained, resolve } = Promise.withResolvers<void>();
      goOn = resolve;
      await drained;
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  } finally {
    clearTimeout(flushing);
    outgoing.off("drain", resume).off("close", leave);
  }
}
