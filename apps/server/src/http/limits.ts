import { GatewayTimeout, RequestTimeout } from "@heddle/server-kit";
import type { Context, MiddlewareHandler } from "hono";
import type { Principal } from "../access/principal.ts";
import { Account, type MemoryBudgets, type Owner } from "../budgets/account.ts";
import { inAccount } from "../budgets/current-request.ts";
import { type Places, takePlace } from "../budgets/places.ts";
import type { BodyPace } from "./body-pace.ts";
import type { HttpEnv } from "./env.ts";
import { whenDone } from "./outcome.ts";
import type { UnderWay } from "./under-way.ts";

/** Bounds on what is worked on at once, for whom, and for how long. */
export interface RequestLimits {
  /** Requests at once, with a key and without. */
  readonly places: Places;
  /** What they may hold. */
  readonly memory: MemoryBudgets;
  readonly pace: BodyPace;
  /** Time for the whole request, the stream of its answer included. */
  readonly timeLimitMs: number;
  /** Whose key came with a request; null for none, and for one that is not known. */
  authenticate(headers: Headers): Promise<Principal | null>;
  /** Where a request comes from. */
  addressOf(c: Context<HttpEnv>): string | undefined;
  /** Paths that are let in however full the server is: probes of the operator. */
  isProbe(path: string): boolean;
}

/** What a request without a valid key may have, so that keys are never shut out by those without. */
const keyless = { bodyBytes: 64 * 1024, timeMs: 5_000 } as const;

/** For the answer that says why a request was ended, or the last words of one that has begun. */
const lastWordsMs = 2_000;

/**
 * Refuses early what the server cannot carry just now, counts what each request holds, and ends the
 * work on a request when its client leaves, its body stops coming or its time is up.
 */
export function limits(bounds: RequestLimits, underWay: UnderWay): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    // A browser asks before it sends a key along; the answer costs nothing.
    const isFree = bounds.isProbe(c.req.path) || c.req.method === "OPTIONS";
    const principal = isFree ? null : await bounds.authenticate(c.req.raw.headers);
    const owner = ownerOf(principal, bounds.addressOf(c) ?? "unknown");
    const leavePlace = isFree ? undefined : takePlace(bounds.places, owner, principal !== null);
    const account = new Account(owner, bounds.memory);
    c.set("account", account);
    const work = abortedWithClient(c);
    const leave = underWay.enter(work);
    const ending = Promise.withResolvers<never>();
    // Nobody may be waiting any more: an answer that has begun is cut.
    ending.promise.catch(() => undefined);
    const end = (error: Error): void => {
      work.abort(error);
      ending.reject(error);
      cutLater(c.env?.outgoing);
    };
    const mostMs = isFree || principal ? Infinity : keyless.timeMs;
    const timeMs = Math.min(bounds.timeLimitMs, mostMs);
    const timer = setTimeout(() => end(tooLate(c, timeMs)), timeMs);
    const unwatch = watchBody(c, bounds, end);
    const working = inAccount(account, next);
    try {
      await Promise.race([working, ending.promise]);
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
        // Work whose client has left holds what it holds until it ends.
        working.then(over, over);
      });
    }
  };
}

/** Keys share among each other, and so do the addresses of those who have none. */
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
 * Ends the reading of a body whose request has been answered: what still comes of it is thrown away
 * for a moment, so that the client can read why, and then the connection is closed. Whoever waits for
 * the rest is told. Node does neither: to it the request is over.
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

/** Who does not take the end of an answer has no more of it. */
function cutLater(outgoing: HttpEnv["Bindings"]["outgoing"]): void {
  if (outgoing === undefined) return;
  const timer = setTimeout(() => outgoing.destroy(), lastWordsMs);
  outgoing.once("close", () => clearTimeout(timer));
}

/** Tells of a body that comes too slowly, until it is there. */
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

function tooLate(c: Context<HttpEnv>, limitMs: number): Error {
  const seconds = limitMs / 1000;
  if (c.env?.incoming?.complete === false) {
    return new RequestTimeout(`The body did not come within ${seconds} s. Send the request again.`);
  }
  return new GatewayTimeout(`The request took longer than ${seconds} s. Ask for less at once.`);
}
