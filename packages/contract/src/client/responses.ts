import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  NotImplementedError,
  PayloadTooLargeError,
  PermissionDeniedError,
  RateLimitError,
  ValidationError,
} from "@heddle/client";
import { Page } from "@heddle/client/core";
import { isDeepStrictEqual } from "node:util";
import type { RequestValues } from "../requests/values.ts";
import { examplesOf, resolve, type MediaType, type PlacedOperation } from "../spec/document.ts";
import type { Service } from "../spec/services.ts";

/** One answer that the spec documents by an example. */
export interface DocumentedAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly media: MediaType;
  readonly name: string;
  readonly value: unknown;
}

/** Every example of every answer of an operation. Answers of bytes get made-up bytes. */
export function documentedAnswers(
  { document }: Service,
  { operation }: PlacedOperation,
): DocumentedAnswer[] {
  return Object.entries(operation.responses).flatMap(([key, given]) =>
    Object.entries(resolve(document, given).content ?? {}).flatMap(([mediaType, media]) => {
      const status = Number(key === "default" ? 500 : key.replace("XX", "18"));
      const examples = examplesOf(document, media);
      const all = isBytes(mediaType) ? [{ name: "bytes", value: "\0\ufffdbytes" }] : examples;
      return all.map((example) => ({ status, mediaType, media, ...example }));
    }),
  );
}

export function isStream(mediaType: string): boolean {
  return mediaType === "text/event-stream" || mediaType === "application/jsonl";
}

function isBytes(mediaType: string): boolean {
  return mediaType === "application/octet-stream";
}

export const requestId = "request-1";

/** The answer as a server would give it. */
export function answerWith({ status, mediaType, value }: DocumentedAnswer): Response {
  const body = isBytes(mediaType) ? String(value) : JSON.stringify(value);
  const headers = { "content-type": mediaType, "x-request-id": requestId };
  return new Response(body, { status, headers });
}

/** The faults of such an answer against its schema, which must name every member. */
export function answerViolations({ judge }: Service, answer: DocumentedAnswer): string[] {
  const { mediaType, media, value } = answer;
  if (isBytes(mediaType)) return [];
  const { valid, because } = judge.judgeAnswer(media.schema ?? {}, value);
  return valid ? [] : [because];
}

/** The same request; if its body can choose a stream, it asks for one or for none. */
export function preferringStream(values: RequestValues, stream: boolean): RequestValues {
  return { ...values, body: { ...(values.body as object), stream } };
}

/** The differences between the data that a method returned and the server's answer. */
export async function dataViolations(answer: DocumentedAnswer, data: unknown): Promise<string[]> {
  const { mediaType, value } = answer;
  const [read, expected] =
    data instanceof Blob && isBytes(mediaType)
      ? [await data.text(), value]
      : data instanceof Page
        ? [data.data, (value as { data?: unknown }).data]
        : [data, value];
  return isDeepStrictEqual(read, expected)
    ? []
    : [`read ${JSON.stringify(read)}, answered was ${JSON.stringify(expected)}`];
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  422: ValidationError,
  429: RateLimitError,
  501: NotImplementedError,
};

/** The differences between an error and the answer: class, status, code, request id and body. */
export function errorViolations(answer: DocumentedAnswer, error: unknown): string[] {
  const { status, value } = answer;
  const expected = classes[status] ?? (status >= 500 ? InternalServerError : ApiError);
  if (!(error instanceof ApiError)) return [`${String(error)} is no ApiError`];
  const found: string[] = [];
  if (error.constructor !== expected) found.push(`${status} became ${error.constructor.name}`);
  if (error.status !== status) found.push(`its status is ${error.status}`);
  if (error.requestId !== requestId) found.push(`its requestId is ${error.requestId}`);
  if (!isDeepStrictEqual(error.body, value))
    found.push(`its body is ${JSON.stringify(error.body)}`);
  const code = codeIn(value);
  if (code !== undefined && error.code !== code)
    found.push(`its code is ${error.code}, not ${JSON.stringify(code)}`);
  return found;
}

/** The error code in a body of any of the services. */
function codeIn(body: unknown): unknown {
  const { error, error_type } = body as { error?: { code?: unknown }; error_type?: unknown };
  return error?.code ?? error_type ?? undefined;
}
