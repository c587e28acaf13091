import { resolve, responseOf, type MediaType, type Operation } from "../spec/document.ts";
import type { Service } from "../spec/services.ts";
import { textVerdict } from "../spec/text-values.ts";
import type { Answer } from "./answer.ts";
import { eventItems, jsonlItems, type StreamItems } from "./stream-items.ts";

/**
 * The faults of an answer against the spec: in its status, a header, its media type, its body or an
 * item of its stream. Empty if the answer conforms.
 */
export function violations(service: Service, operation: Operation, answer: Answer): string[] {
  const response = responseOf(service.document, operation, answer.status);
  if (response === undefined) {
    return [`${answer.status} is not documented: ${answer.body.toString().slice(0, 300)}`];
  }
  const found = headerViolations(service, response.headers ?? {}, answer.headers);
  const content = response.content ?? {};
  if (Object.keys(content).length === 0) {
    const { length } = answer.body;
    return length === 0 ? found : [...found, `${answer.status} came with ${length} bytes of body`];
  }
  const mediaType = mediaTypeOf(answer.headers);
  const media = content[mediaType];
  if (media === undefined) {
    const documented = Object.keys(content).join();
    return [...found, `${answer.status} came as "${mediaType}", documented is ${documented}`];
  }
  return [...found, ...bodyViolations(service, mediaType, media, answer.body)];
}

/** The media type of a message, without its parameters. */
export function mediaTypeOf(headers: Headers): string {
  return (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function headerViolations(
  service: Service,
  documented: NonNullable<ReturnType<typeof responseOf>>["headers"] & object,
  headers: Headers,
): string[] {
  // Every answer of every service must have one, even if its document does not list it.
  const found = headers.get("x-request-id") === null ? ["it has no X-Request-Id"] : [];
  for (const [name, given] of Object.entries(documented)) {
    const { required, schema = {} } = resolve(service.document, given);
    const text = headers.get(name);
    if (text === null) {
      if (required === true) found.push(`it has no ${name}`);
      continue;
    }
    const { valid, because } = textVerdict(service, schema, text);
    if (!valid) found.push(`${name}: ${because}: ${text}`);
  }
  return found;
}

/** The faults of a body against its media type: of the whole body, or of each item of a stream. */
export function bodyViolations(
  service: Service,
  mediaType: string,
  media: MediaType,
  body: Buffer,
): string[] {
  const text = body.toString();
  switch (mediaType) {
    case "application/jsonl":
      return streamViolations(service, media, jsonlItems(text));
    case "text/event-stream":
      return streamViolations(service, media, eventItems(text, media["x-stream-end"]));
    case "application/json":
      return itemViolations(service, media, text);
    default:
      return [];
  }
}

function streamViolations(
  service: Service,
  media: MediaType,
  { items, faults }: StreamItems,
): string[] {
  return [...faults, ...items.flatMap((item) => itemViolations(service, media, item))];
}

function itemViolations({ judge }: Service, media: MediaType, text: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [`not JSON: ${text.slice(0, 300)}`];
  }
  const { valid, because } = judge.judgeAnswer(media.schema ?? {}, value);
  return valid ? [] : [`${because}: ${text.slice(0, 600)}`];
}
