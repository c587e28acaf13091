import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { OperationName } from "./areas.ts";
import type { HttpEnv } from "./env.ts";
import { loggedPath } from "./logged-path.ts";

/** The outcome of one request, for the log line and the metrics. */
export interface RequestOutcome {
  readonly requestId: string;
  readonly method: string;
  /** The route's template, never the path with its ids; `unmatched` for an unknown path. */
  readonly route: string;
  /** An unknown path, made safe for the log; absent if a route matched. */
  readonly path: string | undefined;
  /** The operation's id in the spec, if the route is an operation. */
  readonly operation: string | undefined;
  /** The service of the operation: `trace`. */
  readonly service: string | undefined;
  readonly status: number;
  /** From the first byte of the request's head to the last byte of the answer. */
  readonly ms: number;
  /** Bytes of the answer, including its head. */
  readonly bytes: number;
  /** The entity of the key; absent without a key. */
  readonly entity: string | undefined;
  /** Whether the client left before it had the whole answer. */
  readonly aborted: boolean;
}

/** Sources of an outcome besides the request itself. */
export interface OutcomeOptions {
  /** The operation at a route template of Hono (`/v2/:entity/…`, with its prefix). */
  operationAt(method: string, route: string): OperationName | undefined;
  /** The entity of the principal that was found for these headers. */
  entityOf(headers: Headers): string | undefined;
  readonly listeners: readonly ((outcome: RequestOutcome) => void)[];
}

const unmatched = "unmatched";

/** Reports each request to the listeners after its answer was sent or its client has left. */
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

/** Calls back when the whole answer was sent or the client has left; at once without a socket. */
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
