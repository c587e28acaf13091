import { encodeBody, json } from "./body.ts";
import type { BodyStyle } from "./body.ts";
import { ApiError, apiErrorOf, ConnectionError } from "./errors.ts";
import { openExchange } from "./exchange.ts";
import type { Exchange } from "./exchange.ts";
import { headersOf, limitsOf } from "./options.ts";
import type { RequestOptions, Settings } from "./options.ts";
import { retryDelayMs } from "./retry.ts";
import type { Arrived, Transport } from "./transport.ts";
import { pathOf, queryOf } from "./url.ts";
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
  /** Media type of a body of bytes, if the operation takes bytes beside JSON: protobuf. */
  readonly bytes?: string;
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
  transport: Pick<Transport, "request" | "isOwn">,
  operation: string,
  route: string,
  request: CallRequest,
  options: RequestOptions = {},
): Promise<Sent> {
  // Browsers require a call of `fetch` without `this`.
  const { fetch } = settings;
  const [method, path] = route.split(" ") as [method: string, path: string];
  const { path: parameters = {}, query = {}, type = json, accept = json } = request;
  const params = { path: pathOf(parameters), query };
  const { timeoutMs, maxRetries } = limitsOf(options, settings);
  const body = await encodeBody(request.body, type, request.bodyStyle);
  const { idempotencyKey = request.key } = options;
  if (idempotencyKey && !request.key) throw new TypeError(`${operation} takes no idempotencyKey`);
  // `fetch` writes the type of a form itself, because it chooses the boundary.
  const contentType = body === undefined || body instanceof FormData ? undefined : type;
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
    // Each attempt is a new request, since a request can be read once. Only streams need `duplex`.
    const init = { method, headers, body: body ?? null, signal, duplex: "half" } as const;
    let hasConnected = true;
    const fetchOnce = async (outgoing: Request): Promise<Response> => {
      try {
        // Middleware has put another request in the place of ours, so it cannot be sent again.
        if (!transport.isOwn(outgoing)) return await fetch(new Request(outgoing, follow));
        const answer = await fetch(outgoing);
        // The other redirects would turn a POST into a GET. Browsers report every redirect as
        // status 0.
        if (outgoing.redirect === "follow" || ![0, 307, 308].includes(answer.status)) return answer;
        const again = new Headers(outgoing.headers);
        if (body instanceof FormData) again.delete("content-type");
        return await fetch(new Request(outgoing.url, { ...init, headers: again, ...follow }));
      } catch (error) {
        hasConnected = false;
        throw error;
      }
    };
    let fault: Error | undefined;
    const outcome = await exchange
      .wait(() =>
        transport
          .request(method, path, {
            ...init,
            body,
            params,
            pathSerializer: request.pathStyle,
            querySerializer: () => queryOf(query, request.styles),
            bodySerializer: () => body,
            redirect: method === "GET" ? "follow" : "manual",
            fetch: fetchOnce,
          })
          .catch((error: unknown) => {
            // Middleware threw this, or the request cannot be made: another attempt would not help.
            if (hasConnected) fault = error as Error;
            throw error;
          }),
      )
      .catch((error: unknown) => {
        if (fault) {
          exchange.end();
          throw fault;
        }
        return connectionError(error);
      });
    const response = outcome instanceof ConnectionError ? undefined : outcome.response;
    if (response?.ok) return { response, exchange };

    const delayMs = attempt < attempts ? retryDelayMs(response, isRepeatable, attempt) : undefined;
    if (delayMs === undefined) throw await failureOf(outcome, exchange).finally(exchange.end);
    exchange.leave();
    const silence = openExchange(operation, delayMs, options.signal);
    await silence.wait(() => new Promise(() => undefined)).catch(connectionError);
    silence.end();
  }
}

const follow = { redirect: "follow" } as const;

/** The error for the last attempt. */
async function failureOf(
  outcome: Arrived | ConnectionError,
  exchange: Exchange,
): Promise<ApiError | ConnectionError> {
  if (outcome instanceof ConnectionError) return outcome;
  const { operation } = exchange;
  const { response, error } = outcome;
  const { status } = response;
  // openapi-fetch has read the answer that middleware gave in the server's place.
  if (error !== undefined) return apiErrorOf({ operation, status, response, body: error });
  // The status is known and says more than the failure to read the rest of the answer.
  const text = exchange.wait(() => response.text());
  const body = await text.then(parsed).catch((reason: unknown) => void connectionError(reason));
  return apiErrorOf({ operation, status, response, body });
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
