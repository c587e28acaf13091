import { GatewayTimeout, RequestTimeout } from "@heddle/server-kit";
import type { Context, MiddlewareHandler } from "hono";
import type { Principal } from "../access/principal.ts";
import { Account, type MemoryBudgets, type Owner } from "../budgets/account.ts";
import { inAccount } from "../budgets/current-request.ts";
import { type Places, takePlace } from "../budgets/places.ts";
import type { BodyPace } from "./body-pace.ts";
import type { HttpEnv } from "./env.ts";
import { isEventStream } from "./event-stream.ts";
import { whenDone } from "./outcome.ts";
import type { UnderWay } from "./under-way.ts";

/** Bounds on the number, the memory and the time of requests. */
export interface RequestLimits {
  /** Concurrent requests, with a key and without. */
  readonly places: Places;
  /** The memory that requests may hold. */
  readonly memory: MemoryBudgets;
  readonly pace: BodyPace;
  /** Time for the whole request, including the stream of its answer. */
  readonly timeLimitMs: number;
  /** The same for a request whose answer is a stream of events: an answer of a model takes its time. */
  readonly eventsTimeLimitMs: number;
  /** The principal of a request's key, or of an address with its own right; null without one. */
  authenticate(headers: Headers, path: string): Promise<Principal | null>;
  /** The address of the client. */
  addressOf(c: Context<HttpEnv>): string | undefined;
  /** Whether a path is a probe of the operator. Probes are accepted even if the server is full. */
  isProbe(path: string): boolean;
}

/** Limits of a request without a valid key: such requests must never shut out keys. */
const keyless = { bodyBytes: 64 * 1024, timeMs: 5_000 } as const;

/** After a request was ended, its connection stays open this long for the rest of the answer. */
const lastWordsMs = 2_000;

/**
 * Refuses requests early if the server is full, counts the memory that each request holds, and
 * stops the work on a request when its client leaves, its body is too slow or its time is up.
 */
export function limits(bounds: RequestLimits, underWay: UnderWay): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    // A browser sends OPTIONS without a key before the real request; the answer costs nothing.
    const isFree = bounds.isProbe(c.req.path) || c.req.method === "OPTIONS";
    const principal = isFree ? null : await bounds.authenticate(c.req.raw.headers, c.req.path);
    const owner = ownerOf(principal, bounds.addressOf(c) ?? "unknown");
    const leavePlace = isFree ? undefined : takePlace(bounds.places, owner, principal !== null);
    const account = new Account(owner, bounds.memory);
    c.set("account", account);
    const work = abortedWithClient(c);
    const leave = underWay.enter(work);
    const ending = Promise.withResolvers<never>();
    // The answer may have begun, and then no code waits for this promise any more.
    ending.promise.catch(() => undefined);
    const end = (error: Error): void => {
      work.abort(error);
      ending.reject(error);
      cutLater(c.env?.outgoing);
    };
    const mostMs = isFree || principal ? Infinity : keyless.timeMs;
    const startedMs = performance.now();
    const endAfter = (limitMs: number): NodeJS.Timeout => {
      const restMs = limitMs - (performance.now() - startedMs);
      return setTimeout(() => end(tooLate(c, limitMs)), restMs);
    };
    let timer = endAfter(Math.min(bounds.timeLimitMs, mostMs));
    const unwatch = watchBody(c, bounds, end);
    const working = inAccount(account, next);
    try {
      await Promise.race([working, ending.promise]);
      if (isEventStream(c.res)) {
        clearTimeout(timer);
        timer = endAfter(Math.min(bounds.eventsTimeLimitMs, mostMs));
      }
    } finally {
      const over = (): void => {
        account.close();
        leavePlace?.();
        leave();
      };
      whenDone(c, () => {
        clearTimeout(timer);
        unwatch();
        letReaderGo(c);
        // Even after its client has left, the work holds its place and memory until it ends.
        working.then(over, over);
      });
    }
  };
}

/** A key competes with other keys, and a request without a key competes by its address. */
function ownerOf(principal: Principal | null, address: string): Owner {
  if (principal === null) {
    const words = "an address without a valid key";
    return { name: address, entity: "", words, maxBodyBytes: keyless.bodyBytes };
  }
  const { keyId, entity } = principal;
  if (keyId === "") return { name: address, entity, words: "this address" };
  return { name: `key:${keyId}`, entity, words: "this key" };
}

/**
 * Ends the reading of a body after its request was answered. The server discards the rest of the
 * body for a moment, so that the client can read the answer, and then closes the connection.
 * Readers of the body get an error. Node does neither, because for Node the request is over.
 */
function letReaderGo(c: Context<HttpEnv>): void {
  const incoming = c.env?.incoming;
  if (incoming === undefined || incoming.complete) return;
  const { socket } = incoming;
  if (socket.destroyed) {
    incoming.destroy();
    return;
  }
  const timer = setTimeout(() => socket.destroySoon(), lastWordsMs);
  const gone = (): void => {
    clearTimeout(timer);
    incoming.destroy();
  };
  socket.once("close", gone);
  incoming.once("end", () => {
    clearTimeout(timer);
    socket.off("close", gone);
  });
}

/** Cuts the answer if the client does not take the end of it in time. */
function cutLater(outgoing: HttpEnv["Bindings"]["outgoing"]): void {
  if (outgoing === undefined) return;
  const timer = setTimeout(() => outgoing.destroy(), lastWordsMs);
  outgoing.once("close", () => clearTimeout(timer));
}

/** Ends the request if its body comes too slowly. */
function watchBody(
  c: Context<HttpEnv>,
  { pace }: RequestLimits,
  end: (error: Error) => void,
): () => unknown {
  const incoming = c.env?.incoming;
  if (incoming === undefined || incoming.complete) return () => undefined;
  return pace.watch(incoming, () =>
    end(
      new RequestTimeout(
        `The body came slower than ${pace.minBytesPerS} bytes a second. ` +
          "Send it again, in smaller parts where the line is slow.",
      ),
    ),
  );
}

/**
 * Replaces the request's signal, which fires only when the client leaves. From here on
 * `c.req.raw.signal` fires for every reason to stop the work.
 */
function abortedWithClient(c: Context<HttpEnv>): AbortController {
  const work = new AbortController();
  const client = c.req.raw.signal;
  if (client.aborted) work.abort(client.reason);
  else client.addEventListener("abort", () => work.abort(client.reason), { once: true });
  Object.defineProperty(c.req.raw, "signal", { value: work.signal, configurable: true });
  return work;
}

function tooLate(c: Context<HttpEnv>, limitMs: number): Error {
  const seconds = limitMs / 1000;
  if (c.env?.incoming?.complete === false) {
    return new RequestTimeout(`The body did not come within ${seconds} s. Send the request again.`);
  }
  return new GatewayTimeout(`The request took longer than ${seconds} s. Ask for less at once.`);
}
