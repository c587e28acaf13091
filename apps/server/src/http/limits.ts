import { GatewayTimeout, Unavailable } from "@heddle/server-kit";
import type { Context, MiddlewareHandler } from "hono";
import type { HttpEnv } from "./env.ts";
import { whenDone } from "./outcome.ts";
import type { UnderWay } from "./under-way.ts";

/** Bounds on what is worked on at once, and for how long. */
export interface RequestLimits {
  /** Requests at once; one more is a 503. */
  readonly maxRequests: number;
  /** Bytes that the bodies of those requests may hold together. */
  readonly maxBodyBytesUnderWay: number;
  /** The most that one body may hold in memory; a longer one is streamed, or refused later. */
  readonly maxBodyBytes: number;
  /** The most that a form holds in memory, whose files are streamed. */
  readonly maxFormBytes: number;
  /** Time for the whole request, the stream of its answer included. */
  readonly timeLimitMs: number;
}

/** A short wait: what is refused here is refused for the load of this moment. */
const retryAfterS = 1;

/**
 * Refuses early what the server cannot carry just now, and ends the work on a request when its
 * client leaves or its time is up. Probes of the operator are always let in.
 */
export function limits(
  bounds: RequestLimits,
  underWay: UnderWay,
  isProbe: (path: string) => boolean,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const probe = isProbe(c.req.path);
    const bodyBytes = reservedFor(c, bounds);
    if (!probe && underWay.size >= bounds.maxRequests) {
      throw new Unavailable(busy(`${bounds.maxRequests} requests`), retryAfterS);
    }
    if (!probe && underWay.bytes + bodyBytes > bounds.maxBodyBytesUnderWay) {
      throw new Unavailable(busy("as many bytes of requests as it may hold"), retryAfterS);
    }
    const work = abortedWithClient(c);
    c.set("abort", work);
    const leave = underWay.enter(work, bodyBytes);
    const late = Promise.withResolvers<never>();
    // Nobody may be waiting any more: an answer that has begun is cut by the signal alone.
    late.promise.catch(() => undefined);
    const timer = setTimeout(() => {
      const error = tooLate(bounds.timeLimitMs);
      work.abort(error);
      late.reject(error);
    }, bounds.timeLimitMs);
    try {
      await Promise.race([next(), late.promise]);
    } finally {
      whenDone(c, () => {
        clearTimeout(timer);
        leave();
      });
    }
  };
}

function busy(what: string): string {
  return `The server is working on ${what}. Send the request again in ${retryAfterS} s.`;
}

/** A chunked body says nothing about its length, so that it counts as the longest there can be. */
function reservedFor(c: Context<HttpEnv>, bounds: RequestLimits): number {
  if (c.req.method === "GET" || c.req.method === "HEAD") return 0;
  const isForm = /^multipart\//i.test(c.req.header("Content-Type") ?? "");
  const most = isForm ? bounds.maxFormBytes : bounds.maxBodyBytes;
  const length = Number(c.req.header("Content-Length") ?? Number.NaN);
  return Number.isFinite(length) ? Math.min(length, most) : most;
}

/**
 * The signal of the work on a request. It takes the place of the request's own, which fires for a
 * client that leaves and for nothing else: whoever reads `c.req.raw.signal` from here on sees all
 * reasons to stop.
 */
function abortedWithClient(c: Context<HttpEnv>): AbortController {
  const work = new AbortController();
  const client = c.req.raw.signal;
  if (client.aborted) work.abort(client.reason);
  else client.addEventListener("abort", () => work.abort(client.reason), { once: true });
  Object.defineProperty(c.req.raw, "signal", { value: work.signal, configurable: true });
  return work;
}

function tooLate(limitMs: number): GatewayTimeout {
  return new GatewayTimeout(
    `The request took longer than ${limitMs / 1000} s. Ask for less at once.`,
  );
}
