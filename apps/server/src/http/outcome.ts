import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { OperationName } from "./areas.ts";
import type { HttpEnv } from "./env.ts";
import { loggedPath } from "./logged-path.ts";

/** How one request went; what the log line and the metrics are made of. */
export interface RequestOutcome {
  readonly requestId: string;
  readonly method: string;
  /** The route's template, never the path with its ids; `unmatched` where there is none. */
  readonly route: string;
  /** What nothing answers, in place of a template; absent where there is one. */
  readonly path: string | undefined;
  /** As in the spec, where the route is an operation. */
  readonly operation: string | undefined;
  /** Whose operation it is: `trace`. */
  readonly service: string | undefined;
  readonly status: number;
  /** From the first byte of the request's head to the last byte of the answer. */
  readonly ms: number;
  /** Of the answer, head included. */
  readonly bytes: number;
  /** Whose key it was; absent without one. */
  readonly entity: string | undefined;
  /** Whether the client left before it had the whole answer. */
  readonly aborted: boolean;
}

/** What the outcome of a request is read from, beside the request itself. */
export interface OutcomeOptions {
  /** The operation at a route template of Hono's (`/v2/:entity/…`, with its prefix). */
  operationAt(method: string, route: string): OperationName | undefined;
  /** The entity of whoever was authenticated by these headers. */
  entityOf(headers: Headers): string | undefined;
  readonly listeners: readonly ((outcome: RequestOutcome) => void)[];
}

const unmatched = "unmatched";

/** Tells the listeners how each request went, once its answer has left or its client has. */
export function outcomes(options: OutcomeOptions): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const started = performance.now();
    const socket = c.env?.outgoing?.socket;
    const before = socket?.bytesWritten ?? 0;
    const report = (aborted: boolean): void => {
      const route = routeOf(c);
      const name = options.operationAt(c.req.method, route);
      const outcome: RequestOutcome = {
        requestId: c.get("requestId"),
        method: c.req.method,
        route,
        path: route === unmatched ? loggedPath(c.req.path) : undefined,
        operation: name?.operation,
        service: name?.service,
        status: c.res.status,
        ms: performance.now() - started,
        bytes: socket ? socket.bytesWritten - before : lengthOf(c.res),
        entity: options.entityOf(c.req.raw.headers),
        aborted,
      };
      for (const listener of options.listeners) listener(outcome);
    };
    try {
      await next();
    } finally {
      whenDone(c, report);
    }
  };
}

/**
 * Calls back once the answer is on its way whole, or its client has left; at once where there is
 * no socket.
 */
export function whenDone(c: Context<HttpEnv>, then: (aborted: boolean) => void): void {
  const outgoing = c.env?.outgoing;
  if (outgoing === undefined) return then(false);
  if (outgoing.closed) return then(!outgoing.writableFinished);
  outgoing.once("close", () => then(!outgoing.writableFinished));
}

function routeOf(c: Context<HttpEnv>): string {
  const last = matchedRoutes(c).findLast((route) => !route.path.endsWith("*"));
  return last?.path ?? unmatched;
}

function lengthOf(response: Response): number {
  return Number(response.headers.get("Content-Length") ?? 0);
}
