import { Heddle } from "@heddle/client";
import { requestContent, type RequestValues } from "../requests/values.ts";
import { fileParts } from "../requests/write.ts";
import type { PlacedOperation } from "../spec/document.ts";
import type { Service } from "../spec/services.ts";

/** Answers requests in place of a server. */
export type Answering = (request: Request) => Response | Promise<Response>;

/** The parts that all kinds of calls have in common. */
export interface AnyCall extends PromiseLike<unknown>, AsyncIterable<unknown> {
  result(): Promise<{ readonly data: unknown; readonly error: unknown }>;
}

/** A method of the client, found by the name of its operation. */
export type Method = (...args: readonly unknown[]) => AnyCall;

export const apiKey: string = "k".repeat(40);
export const baseUrl = "http://heddle.test";

/**
 * `heddle.trace.calls.read` for the operation `calls.read` of trace; undefined if there is none.
 */
export function methodOf(
  service: Service,
  placed: PlacedOperation,
  fetch: Answering,
): Method | undefined {
  const heddle = new Heddle({ baseUrl, apiKey, fetch, maxRetries: 0, timeoutMs: 120_000 });
  const [resource = "", verb = ""] = placed.operation.operationId.split(".");
  const resources = (heddle as unknown as Record<string, Record<string, unknown>>)[service.name];
  const methods = resources?.[resource] as Record<string, Method> | undefined;
  const method = methods?.[verb];
  return method && ((...args) => method.apply(methods, [...args]));
}

/**
 * Second spellings have no method of their own. If `x-compat` is a text, it is only a note about
 * the operation; if it is an object with `of`, it names the operation that has the method.
 */
export function hasMethod({ operation }: PlacedOperation): boolean {
  const compat = operation["x-compat"];
  return typeof compat !== "object" || compat.of === undefined;
}

/**
 * The arguments that make a request of these values: path parameters in the order of the path, the
 * body and the query if the operation has them, then options.
 */
export function argumentsFor(
  service: Service,
  placed: PlacedOperation,
  values: RequestValues,
): unknown[] {
  const path = [...placed.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => values.path[name]);
  const hasBody = requestContent(placed).length > 0;
  const hasQuery = (placed.operation.parameters ?? []).some((one) => one.in === "query");
  return [
    ...path,
    ...(hasBody ? [bodyArgument(values, fileParts(service.document, placed))] : []),
    ...(hasQuery ? [values.query] : []),
    optionsOf(values),
  ];
}

/** Media types whose bodies are bytes. */
const bytes: ReadonlySet<string> = new Set(["application/octet-stream", "application/x-protobuf"]);

function bodyArgument({ mediaType, body }: RequestValues, files: ReadonlySet<string>): unknown {
  if (mediaType === undefined) return undefined;
  const file = (text: unknown): File => new File([String(text)], "blob");
  if (mediaType === "multipart/form-data") {
    return Object.fromEntries(
      Object.entries(body ?? {}).map(([name, value]) => {
        if (!files.has(name)) return [name, value];
        return [name, Array.isArray(value) ? value.map(file) : file(value)];
      }),
    );
  }
  if (bytes.has(mediaType)) return new TextEncoder().encode(String(body));
  return body;
}

function optionsOf({ header }: RequestValues): object {
  const { "Idempotency-Key": idempotencyKey, ...headers } = header;
  return { headers, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
}
