import { Forbidden } from "@heddle/server-kit";
import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "./env.ts";
import { isLoopbackHeader } from "../config/loopback.ts";

/** Settings that decide which `Host` and `Origin` are accepted. */
export interface HostCheckOptions {
  /**
   * Whether every request must name this machine as its host. Without keys, only this check
   * protects the data from a web page that rebinds a name to 127.0.0.1.
   */
  readonly loopbackOnly: boolean;
  /** The address at which people reach the server, if it differs from the listener's. */
  readonly publicUrl?: string | undefined;
  /** Origins that may call from a web page. */
  readonly corsOrigins: readonly string[];
}

const readOnly = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses requests that a foreign web page makes in a visitor's browser.
 *
 * A page can post JSON to a port on this machine without a preflight request, and a browser that
 * stored the key for a link sends the key along. Such requests have an `Origin`; programs do not
 * send one.
 */
export function hostCheck(options: HostCheckOptions): MiddlewareHandler<HttpEnv> {
  const publicHost = options.publicUrl === undefined ? undefined : new URL(options.publicUrl).host;
  const origins = new Set(options.corsOrigins);
  return async (c, next) => {
    const host = c.req.header("Host") ?? new URL(c.req.url).host;
    if (options.loopbackOnly && !isLoopbackHeader(host) && host !== publicHost) {
      throw new Forbidden(
        "Without keys this server accepts requests to localhost only. " +
          "Use http://127.0.0.1 with its port.",
      );
    }
    const origin = c.req.header("Origin");
    if (origin !== undefined && !(readOnly.has(c.req.method) && !options.loopbackOnly)) {
      const from = hostOf(origin);
      const known = from !== undefined && (from === host || from === publicHost);
      if (!known && !origins.has(origin) && !origins.has("*")) {
        throw new Forbidden(
          "A web page of another origin sent this request. " +
            "To allow it, add the origin to HEDDLE_CORS_ORIGINS.",
        );
      }
    }
    await next();
  };
}

function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host || undefined;
}
