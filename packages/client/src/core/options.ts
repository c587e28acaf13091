/** Headers to send; `null` removes a header that would be sent otherwise. */
export type HeaderValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The options of a client. */
export interface ClientOptions {
  /** The address of the service. Default: a server on this machine. */
  readonly baseUrl?: string | undefined;
  /** Sent as `Authorization: Bearer …`. Default: none. */
  readonly apiKey?: string | undefined;
  /** Replaces the runtime's `fetch`: for a proxy, a log, or a server in the same process. */
  readonly fetch?: ((request: Request) => Response | Promise<Response>) | undefined;
  /**
   * The longest wait for an answer to begin, for its body to be complete, and for each next piece
   * of a stream, in milliseconds. Default: 600,000, since a model may think long. `Infinity`: no
   * limit.
   */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first one, where a repeat does no harm. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** Sent with every request. */
  readonly headers?: HeaderValues | undefined;
}

/** The options of one call. */
export interface RequestOptions {
  /** Ends the call, or the stream, with an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Added to the headers of the client. */
  readonly headers?: HeaderValues | undefined;
  /**
   * The server does the work of all requests with the same key only once, for operations that take
   * `Idempotency-Key`. Default: a new key for each call, the same for all its attempts.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The limits on the time and the attempts of a call. */
interface Limits {
  readonly timeoutMs: number;
  readonly maxRetries: number;
}

/** The options of a client, checked. */
export interface Settings extends Limits {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly headers: readonly (HeaderValues | undefined)[];
}

/**
 * Checks options and fills in defaults. Throws `TypeError`, whose message never holds a key or a
 * header.
 */
export function settle(options: ClientOptions, defaultBaseUrl: string): Settings {
  const { baseUrl = defaultBaseUrl, apiKey, headers } = options;
  if (/\/\/[^/]*@|[?#]/.test(baseUrl)) {
    throw new TypeError("baseUrl must not hold credentials, a query or a fragment");
  }
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError("apiKey must be visible ASCII");
  }
  return {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    // The global `fetch` is looked up at each call, because monitoring tools replace it later.
    fetch: options.fetch ?? ((request) => fetch(request)),
    ...limitsOf(options, { timeoutMs: 600_000, maxRetries: 2 }),
    headers: [{ authorization: apiKey && `Bearer ${apiKey}` }, headers],
  };
}

/** Checks the limits of a call; the client's limits apply where the call sets none. */
export function limitsOf(
  options: { readonly [Name in keyof Limits]?: Limits[Name] | undefined },
  defaults: Limits,
): Limits {
  const { timeoutMs = defaults.timeoutMs, maxRetries = defaults.maxRetries } = options;
  if (timeoutMs > 0 && maxRetries >= 0) return { timeoutMs, maxRetries };
  throw new TypeError("timeoutMs must be above 0, maxRetries not below 0");
}

/** Joins headers; later ones win. Throws `TypeError` without the value, which may be a secret. */
export function headersOf(all: readonly (HeaderValues | undefined)[]): Headers {
  const headers = new Headers();
  for (const [name, value] of all.flatMap((values) => Object.entries(values ?? {}))) {
    if (value === undefined) continue;
    try {
      if (value === null) headers.delete(name);
      else headers.set(name, String(value));
    } catch {
      // The runtime's message contains the value, so it must not be the cause either.
      throw new TypeError(`the header ${name} cannot be sent`);
    }
  }
  return headers;
}
