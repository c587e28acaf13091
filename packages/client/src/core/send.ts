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
  /** Values of the path's parameters, by their names in the spec. */
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: object | undefined;
  readonly styles?: Readonly<Record<string, QueryStyle>>;
  readonly pathStyle?: PathStyle;
  readonly body?: unknown;
  /** Media type of the body. Default: JSON. */
  readonly type?: string;
  /** Where the body is written otherwise than as JSON or as it is. */
  readonly bodyStyle?: BodyStyle;
  /** Media type of the answer. Default: JSON. */
  readonly accept?: string;
  /** Data of the event that ends a stream of events. */
  readonly end?: string;
  /** Whether it may be repeated although its method does not say so. */
  readonly safe?: boolean;
  /** A new `Idempotency-Key`, where the operation takes one. */
  readonly key?: string;
}

/** An answer that has begun, and what ends it. */
export interface Sent {
  readonly response: Response;
  readonly exchange: Exchange;
}

/**
 * Sends a request until it succeeds, or must not be sent again.
 *
 * Throws `ApiError` for a status that is no success, `ConnectionError` where no answer comes,
 * `AbortError` for the program's signal, and `TypeError` for what cannot be sent at all.
 */
export async function send(
  settings: Settings,
  operation: string,
  route: string,
  request: CallRequest,
  options: RequestOptions = {},
): Promise<Sent> {
  // Called on nothing, as browsers want their own to be called.
  const { fetch } = settings;
  const [method = "", path = ""] = route.split(" ");
  const { path: parameters, query, styles, pathStyle, type = json, accept = json } = request;
  const url = urlOf(settings.baseUrl, { path, parameters, query, styles, pathStyle });
  const { timeoutMs, maxRetries } = limitsOf(options, settings);
  const body = await encodeBody(request.body, type, request.bodyStyle);
  const { idempotencyKey = request.key } = options;
  if (idempotencyKey && !request.key) throw new TypeError(`${operation} takes no idempotencyKey`);
  // Of a form, `fetch` writes the type: the boundary is its own.
  const contentType = body && !(body instanceof FormData) ? type : undefined;
  const headers = headersOf([
    { accept, "content-type": contentType, "idempotency-key": idempotencyKey },
    ...settings.headers,
    options.headers,
  ]);
  const isRepeatable =
    !!request.safe || !!idempotencyKey || /^(?:GET|HEAD|OPTIONS|PUT|DELETE)$/.test(method);
  const attempts = body instanceof ReadableStream ? 1 : maxRetries + 1;

  for (let attempt = 1; ; attempt += 1) {
    const exchange = openExchange(operation, timeoutMs, options.signal);
    // Made anew for each attempt, since a request can be read once. Only streams need `duplex`.
    const init = { method, headers, body, signal: exchange.signal, duplex: "half" as const };
    const outgoing = new Request(url, init);
    const outcome = await exchange.wait(() => fetch(outgoing)).catch(connectionError);
    const response = outcome instanceof ConnectionError ? undefined : outcome;
    if (response?.ok) return { response, exchange };

    const delayMs =
      attempt < attempts
        ? retryDelayMs({ response, isRepeatable, attempt, random: Math.random })
        : undefined;
    if (delayMs === undefined) throw await failureOf(outcome, exchange);
    exchange.leave();
    await pause(delayMs, operation, options.signal);
  }
}

/** What the program is told of the last attempt. */
async function failureOf(
  outcome: Response | ConnectionError,
  exchange: Exchange,
): Promise<ApiError | ConnectionError> {
  exchange.end();
  if (outcome instanceof ConnectionError) return outcome;
  const { operation } = exchange;
  // The status is known, and says more than that the rest of the answer could not be read.
  const text = await exchange.wait(() => outcome.text()).catch(() => "");
  return apiErrorOf({ operation, status: outcome.status, response: outcome, body: parsed(text) });
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

/** Waits in silence. Throws `AbortError`. */
async function pause(
  delayMs: number,
  operation: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const exchange = openExchange(operation, delayMs, signal);
  await exchange.wait(() => new Promise(() => undefined)).catch(connectionError);
  exchange.end();
}
