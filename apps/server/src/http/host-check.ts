import { Forbidden } from "@heddle/server-kit";
import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "./env.ts";
import { isLoopbackHeader } from "../config/loopback.ts";

/** What decides which `Host` and `Origin` are let through. */
export interface HostCheckOptions {
  /**
   * Whether every request must name this machine as its host: without keys nothing else stands
   * between a web page that rebinds a name to 127.0.0.1 and the data.
   */
  readonly loopbackOnly: boolean;
  /** The address under which people reach the server, where it is not the listener's own. */
  readonly publicUrl?: string | undefined;
  /** Origins that may call from a web page. */
  readonly corsOrigins: readonly string[];
}

const readOnly = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses requests that a web page of somebody else's makes in a visitor's browser.
 *
 * A page can post JSON to a port on this machine without asking first, and a browser that was
 * once given the key for a link sends it along; both come with an `Origin`, which programs
 * do not send.
 */
export function hostCheck(options: HostCheckOptions): MiddlewareHandler<HttpEnv> {
  const publicHost = options.publicUrl === undefined ? undefined : new URL(options.publicUrl).host;
  const origins = new Set(options.corsOrigins);
  return async (c, next) => {
    const host = c.req.header("Host") ?? new URL(c.req.url).host;
    if (options.loopbackOnly && !isLoopbackHeader(host) && host !== publicHost) {
      throw new Forbidden(
        "Without keys this server answers to localhost alone. Use http://127.0.0.1 with its port.",
      );
    }
    const origin = c.req.header("Origin");
    if (origin !== undefined && !(readOnly.has(c.req.method) && !options.loopbackOnly)) {
      const from = hostOf(origin);
      const known = from !== undefined && (from === host || from === publicHost);
      if (!known && !origins.has(origin) && !origins.has("*")) {
        throw new Forbidden(
          "A web page from another origin sent this. HEDDLE_CORS_ORIGINS names those that may.",
        );
      }
    }
    await next();
  };
}

function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host || undefined;
}
