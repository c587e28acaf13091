import type { ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "./env.ts";
import { isEventStream } from "./event-stream.ts";

/**
 * If the stream of an answer fails, cuts the connection, so that the client notices that the answer
 * is incomplete. The source of the stream has logged the reason. The failure must not reach the
 * listener, because it would print a stack trace beside the log.
 */
export function cutStreams(): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await next();
    const { outgoing } = c.env ?? {};
    // The listener sends those itself, and cuts them.
    if (isEventStream(c.res)) return;
    const { body } = c.res;
    if (outgoing && body) c.res = new Response(cutting(body, outgoing), c.res);
  };
}

function cutting(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse | Http2ServerResponse,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch {
          outgoing.destroy();
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
