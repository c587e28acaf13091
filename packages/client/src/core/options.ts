/** Headers to send; `null` takes one away that would be sent otherwise. */
export type HeaderValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What a client is told once. */
export interface ClientOptions {
  /** Where the service is. Default: a server on this machine. */
  readonly baseUrl?: string | undefined;
  /** Sent as `Authorization: Bearer …`. Default: none. */
  readonly apiKey?: string | undefined;
  /** In place of the runtime's own: a proxy, a log, a server in the same process. */
  readonly fetch?: ((request: Request) => Response | Promise<Response>) | undefined;
  /**
   * How long to wait for an answer to begin, for its body to be whole, and for each next piece of
   * a stream. Default: 600,000, since a model may think long. `Infinity`: for ever.
   */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first, where repeating does no harm. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** Sent with every request. */
  readonly headers?: HeaderValues | undefined;
}

/** What one call is told. */
export interface RequestOptions {
  /** Ends the call, or the stream, with an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Beside those of the client. */
  readonly headers?: HeaderValues | undefined;
  /**
   * Under which the server does the same thing once, for operations that take `Idempotency-Key`.
   * Default: a new one for each call, the same on all its attempts.
   */
  readonly idempotencyKey?: string | undefined;
}

/** How long, and how often. */
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

/** Checks and settles options. Throws `TypeError`, which never repeats a key or a header. */
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
    // Looked up at each call: what watches a program puts its own in place of it.
    fetch: options.fetch ?? ((request) => fetch(request)),
    ...limitsOf(options, { timeoutMs: 600_000, maxRetries: 2 }),
    headers: [{ authorization: apiKey && `Bearer ${apiKey}` }, headers],
  };
}

/** The limits of a call, checked; what it does not say is as its client says. */
export function limitsOf(
  options: { readonly [Name in keyof Limits]?: Limits[Name] | undefined },
  defaults: Limits,
): Limits {
  const { timeoutMs = defaults.timeoutMs, maxRetries = defaults.maxRetries } = options;
  if (timeoutMs > 0 && maxRetries >= 0) return { timeoutMs, maxRetries };
  throw new TypeError("timeoutMs must be above 0, maxRetries not below 0");
}

/** Puts headers together, later ones first. Throws `TypeError` without the value, a secret maybe. */
export function headersOf(all: readonly (HeaderValues | undefined)[]): Headers {
  const headers = new Headers();
  for (const [name, value] of all.flatMap((values) => Object.entries(values ?? {}))) {
    if (value === undefined) continue;
    try {
      if (value === null) headers.delete(name);
      else headers.set(name, String(value));
    } catch {
      // The runtime's message has the value in it, so it must not be a cause either.
      throw new TypeError(`the header ${name} cannot be sent`);
    }
  }
  return headers;
}
