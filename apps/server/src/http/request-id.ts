import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "./env.ts";

const header = "X-Request-Id";
/** What is repeated in logs and headers as it came: no spaces, quotes or control characters. */
const sane = /^[\w.:/+=@-]{1,128}$/;

/**
 * Gives a request its id: the client's `X-Request-Id` if it is sane, else a new one. The answer
 * carries it in the same header.
 */
export function requestId(newId: () => string = randomUUID): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const given = c.req.header(header);
    const id = given !== undefined && sane.test(given) ? given : newId();
    c.set("requestId", id);
    // Prepared here for answers made with the context. Answers made without it, as the kit's are,
    // bring the header along: setting it on them afterwards would cost them Node's fast path.
    c.header(header, id);
    await next();
  };
}
