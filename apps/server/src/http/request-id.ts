import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "./env.ts";

const header = "X-Request-Id";
/**
 * Ids of this form are safe to repeat in logs and headers: no spaces, quotes or control characters.
 */
const sane = /^[\w.:/+=@-]{1,128}$/;

/**
 * Gives a request its id: the client's `X-Request-Id` if it is safe, otherwise a new id. The answer
 * repeats it in the same header.
 */
export function requestId(newId: () => string = randomUUID): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const given = c.req.header(header);
    const id = given !== undefined && sane.test(given) ? given : newId();
    c.set("requestId", id);
    // This sets the header for answers that are made with the context. The kit makes its answers
    // without the context and sets the header itself, because a later change would cost them Node's
    // fast path.
    c.header(header, id);
    await next();
  };
}
