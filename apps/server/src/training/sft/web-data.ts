import { lookup, type LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { createGunzip } from "node:zlib";
import { privateAddresses } from "../../config/private-addresses.ts";
import { JobFailure } from "../jobs/job-work.ts";
import { UnfitRequest } from "../unfit-request.ts";
import { textLines } from "./text-lines.ts";
import type { TrainingDataSource } from "./training-data.ts";

/** How training data may be fetched. */
export interface WebDataOptions {
  /** Whether addresses of this machine and its network may be read, and `http:` too. */
  readonly allowsPrivate: boolean;
  /** For the whole file; five minutes by default. */
  readonly timeoutMs?: number;
  /** Resolves names; as the system does by default. */
  readonly resolve?: Resolve;
}

/** Calls back with all addresses of a name. */
type Resolve = (
  host: string,
  done: (error: Error | null, found: readonly LookupAddress[]) => void,
) => void;

const bySystem: Resolve = (host, done) => lookup(host, { all: true }, done);

const mostRedirects = 3;
const isPrivate = privateAddresses();

/**
 * Training data on the web: one JSONL file, which may be packed by gzip. The address is checked when the
 * job comes; where its name leads to is checked at each connection and redirect, so that no job makes the
 * server read what only the server can reach.
 */
export function webData({
  allowsPrivate,
  timeoutMs = 300_000,
  resolve = bySystem,
}: WebDataOptions): TrainingDataSource {
  const check = (address: string): URL => {
    const url = URL.parse(address);
    if (url === null || !["http:", "https:"].includes(url.protocol)) {
      throw new UnfitRequest("training_data_url is no address of the web.");
    }
    if (url.protocol === "http:" && !allowsPrivate) {
      throw new UnfitRequest(
        "training_data_url must begin with https:, which nobody can change on the way.",
      );
    }
    if (!allowsPrivate && isPrivate(url.hostname)) {
      throw new UnfitRequest("training_data_url must lead to the public internet.");
    }
    return url;
  };
  const lookup = allowsPrivate ? undefined : publicLookup(resolve);
  return {
    settle: (address) => {
      check(address);
      return address;
    },
    async *lines(address, signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      let url = check(address);
      try {
        for (let redirects = 0; ; redirects++) {
          const answer = await fetched(url, { signal: limit, ...(lookup && { lookup }) });
          const next = redirectOf(answer);
          if (next === undefined) return yield* textLines(unpacked(answer, url));
          answer.destroy();
          if (redirects === mostRedirects)
            throw new JobFailure(unreadable("it redirects too often"));
          url = check(new URL(next, url).href);
        }
      } catch (error) {
        throw failureOf(error, signal);
      }
    },
  };
}

function fetched(
  url: URL,
  options: { readonly signal: AbortSignal; readonly lookup?: LookupFunction },
): Promise<IncomingMessage> {
  const request = url.protocol === "http:" ? requestHttp : requestHttps;
  return new Promise((answered, failed) => {
    const sent = request(url, { ...options, agent: false }, answered);
    sent.on("error", failed);
    sent.end();
  });
}

/** Resolves a name, and fails where it leads to a private address. */
function publicLookup(resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    resolve(host, (error, found) => {
      if (error !== null) return done(error, []);
      if (found.some(({ address }) => isIP(address) === 0 || isPrivate(address))) {
        return done(Object.assign(new Error("a private address"), { code: "EPRIVATE" }), []);
      }
      const [first] = found;
      if (options.all === true || first === undefined) return done(null, [...found]);
      return done(null, first.address, first.family);
    });
  };
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  if (statusCode === 200) return undefined;
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
  if (isRedirect && headers.location !== undefined) return headers.location;
  throw new JobFailure(unreadable(`its server answers ${statusCode}`));
}

function unpacked(answer: IncomingMessage, url: URL): AsyncIterable<Uint8Array> {
  const isPacked = answer.headers["content-encoding"] === "gzip" || url.pathname.endsWith(".gz");
  if (!isPacked) return answer;
  const unpacking = createGunzip();
  answer.once("error", (error) => unpacking.destroy(error));
  // Who has read enough leaves no connection open.
  unpacking.once("close", () => answer.destroy());
  return answer.pipe(unpacking);
}

function unreadable(why: string): string {
  return `The training data cannot be read: ${why}.`;
}

function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof JobFailure) return error;
  if (error instanceof UnfitRequest)
    return new JobFailure(unreadable("it redirects to an address that is not allowed"));
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === "TimeoutError" || code === "ABORT_ERR")
    return new JobFailure(unreadable("it takes too long"), { cause: error });
  if (code === "EPRIVATE") return new JobFailure(unreadable("its name leads to a private address"));
  return new JobFailure(
    unreadable(`it cannot be fetched (${typeof code === "string" ? code : "unknown"})`),
    {
      cause: error,
    },
  );
}
