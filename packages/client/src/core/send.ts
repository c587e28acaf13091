import { encodeBody, json } from "./body.ts";
import type { BodyStyle } from "./body.ts";
import { ApiError, apiErrorOf, ConnectionError } from "./errors.ts";
import { openExchange } from "./exchange.ts";
import type { Exchange } from "./exchange.ts";
import { headersOf, limitsOf } from "./options.ts";
import type { RequestOptions, Settings } from "./options.ts";
import { retryDelayMs } from "./retry.ts";
import { urlOf } from "./url.ts";
import type { PathStyle, QueryStyle } from "./url.ts";

/** One request, as a generated method describes it. */
export interface CallRequest {
  /** Values of the path parameters, by their names in the spec. */
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: object | undefined;
  readonly styles?: Readonly<Record<string, QueryStyle>>;
  readonly pathStyle?: PathStyle;
  readonly body?: unknown;
  /** Media type of the body. Default: JSON. */
  readonly type?: string;
  /** How to write a body that is not JSON and needs encoding. */
  readonly bodyStyle?: BodyStyle;
  /** Media type of the answer. Default: JSON. */
  readonly accept?: string;
  /** Data of the event that ends an event stream. */
  readonly end?: string;
  /** Whether the request may be repeated even though its method does not allow that. */
  readonly safe?: boolean;
  /** A new `Idempotency-Key`, if the operation takes one. */
  readonly key?: string;
}

/** An answer that has begun, and its exchange. */
export interface Sent {
  readonly response: Response;
  readonly exchange: Exchange;
}

/**
 * Sends a request until it succeeds or must not be repeated.
 *
 * Throws `ApiError` for a status that is not a success, `ConnectionError` if no answer comes,
 * `AbortError` for the program's signal, and `TypeError` for a request that cannot be sent at all.
 */
export async function send(
  settings: Settings,
  operation: string,
  route: string,
  request: CallRequest,
  options: RequestOptions = {},
): Promise<Sent> {
  // Browsers require a call of `fetch` without `this`.
  const { fetch } = settings;
  const [method, path] = route.split(" ") as [method: string, path: string];
  const { path: parameters, type = json, accept = json } = request;
  const url = urlOf(settings.baseUrl, { ...request, path, parameters });
  const { timeoutMs, maxRetries } = limitsOf(options, settings);
  const body = await encodeBody(request.body, type, request.bodyStyle);
  const { idempotencyKey = request.key } = options;
  if (idempotencyKey && !request.key) throw new TypeError(`${operation} takes no idempotencyKey`);
  // `fetch` writes the type of a form itself, because it chooses the boundary.
  const contentType = body === null || body instanceof FormData ? undefined : type;
  const headers = headersOf([
    { accept, "content-type": contentType, "idempotency-key": idempotencyKey },
    ...settings.headers,
    options.headers,
  ]);
  // Repeating has no further effect for every method except POST and PATCH.
  const isRepeatable = !!request.safe || !!idempotencyKey || !/^P[OA]/.test(method);
  const attempts = body instanceof ReadableStream ? 1 : maxRetries + 1;

  for (let attempt = 1; ; attempt += 1) {
    const exchange = openExchange(operation, timeoutMs, options.signal);
    const { signal } = exchange;
    // Each attempt needs a new request, since a request can be read once. Only streams need
    // `duplex`.
    const outgoing = (redirect: "follow" | "manual"): Request =>
      new Request(url, { method, headers, body, signal, redirect, duplex: "half" });
    const first = outgoing(method === "GET" ? "follow" : "manual");
    const outcome = await exchange
      .wait(async () => {
        const answer = await fetch(first);
        // The other redirects would turn a POST into a GET. Browsers report every redirect as
        // status 0.
        return [0, 307, 308].includes(answer.status) ? fetch(outgoing("follow")) : answer;
      })
      .catch(connectionError);
    const response = outcome instanceof ConnectionError ? undefined : outcome;
    if (response?.ok) return { response, exchange };

    const delayMs = attempt < attempts ? retryDelayMs(response, isRepeatable, attempt) : undefined;
    if (delayMs === undefined) throw await failureOf(outcome, exchange).finally(exchange.end);
    exchange.leave();
    const silence = openExchange(operation, delayMs, options.signal);
    await silence.wait(() => new Promise(() => undefined)).catch(connectionError);
    silence.end();
  }
}

/** The error for the last attempt. */
async function failureOf(
  outcome: Response | ConnectionError,
  exchange: Exchange,
): Promise<ApiError | ConnectionError> {
  if (outcome instanceof ConnectionError) return outcome;
  const { operation } = exchange;
  // The status is known and says more than the failure to read the rest of the answer.
  const text = exchange.wait(() => outcome.text());
  const body = await text.then(parsed).catch((error: unknown) => void connectionError(error));
  return apiErrorOf({ operation, status: outcome.status, response: outcome, body });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}

function connectionError(error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error;
  throw error;
}
