const firstDelayMs = 500;
const maxDelayMs = 8_000;
/**
 * The client does not wait longer than this for a server; the program sees `retryAfterMs` instead.
 */
const maxRetryAfterMs = 60_000;

/**
 * The wait before the next attempt in milliseconds; `undefined` if there must be no other attempt.
 *
 * A write that the server may have done is not repeated. A 429, or a 503 with `Retry-After`, says
 * that the server did nothing; `x-should-retry` overrides every rule. The wait is the server's
 * wish, else exponential with full jitter.
 *
 * @param response The answer to the failed attempt; `undefined` if none came.
 * @param isRepeatable Whether a repeated request has no further effect.
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
  // 501 means that the server will never do it.
  return isRepeatable && (status === 408 || (status >= 500 && status !== 501));
}

/** `Retry-After-Ms`, or `Retry-After` in seconds or as a date; `undefined` if neither is valid. */
export function retryAfterMsOf(headers: Headers, now: number = Date.now()): number | undefined {
  const after = headers.get("retry-after") ?? "";
  const asked = [
    Number.parseFloat(headers.get("retry-after-ms") ?? ""),
    Number.parseFloat(after) * 1000,
    Math.max(0, Date.parse(after) - now),
  ];
  return asked.find((delay) => delay >= 0);
}
