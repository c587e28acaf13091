const firstDelayMs = 500;
const maxDelayMs = 8_000;
/** What a server asks for beyond this is left to the program: it sees `retryAfterMs`. */
const maxRetryAfterMs = 60_000;

/**
 * How long to wait before the next attempt; `undefined` where there must be none.
 *
 * A write that may have been done is not repeated. 429, and 503 with `Retry-After`, say that
 * nothing was done; `x-should-retry` is the server's own word. The wait is what the server asks
 * for, else exponential with full jitter.
 *
 * @param response Of the attempt that failed; `undefined` where no answer came.
 * @param isRepeatable Whether doing it twice does no more than doing it once.
 * @param attempt From 1.
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function retryDelayMs(
  response: Response | undefined,
  isRepeatable: boolean,
  attempt: number,
  random: () => number = Math.random,
): number | undefined {
  const asked = response && retryAfterMsOf(response.headers);
  if (!(response ? isWorthRepeating(response, isRepeatable, asked) : isRepeatable))
    return undefined;
  if (asked === undefined)
    return random() * Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return asked <= maxRetryAfterMs ? asked : undefined;
}

function isWorthRepeating(
  { status, headers }: Response,
  isRepeatable: boolean,
  asked: number | undefined,
): boolean {
  const word = headers.get("x-should-retry");
  if (word === "true" || word === "false") return word === "true";
  if (status === 429 || (status === 503 && asked !== undefined)) return true;
  // 501 says that it will never be done.
  return isRepeatable && (status === 408 || (status >= 500 && status !== 501));
}

/** `Retry-After-Ms`, or `Retry-After` in seconds or as a date; `undefined` where neither is sound. */
export function retryAfterMsOf(headers: Headers, now: number = Date.now()): number | undefined {
  const after = headers.get("retry-after") ?? "";
  const asked = [
    Number.parseFloat(headers.get("retry-after-ms") ?? ""),
    Number.parseFloat(after) * 1000,
    Math.max(0, Date.parse(after) - now),
  ];
  return asked.find((delay) => delay >= 0);
}
