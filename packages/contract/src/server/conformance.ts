import { resolve, type Document, type MediaType, type Operation } from "../spec/document.ts";
import type { Judge } from "../spec/judge.ts";

/** An answer with its body read to the end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Reads an answer whole, so that it can be looked at more than once. */
export async function readAnswer(response: Response): Promise<Answer> {
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/**
 * What of an answer is not in the spec: its status, its media type, its body or an item of its
 * stream. Empty where the answer conforms.
 */
export function violations(
  document: Document,
  judge: Judge,
  operation: Operation,
  answer: Answer,
): string[] {
  const documented = operation.responses[String(answer.status)];
  if (documented === undefined) {
    return [`${answer.status} is not documented: ${answer.body.toString().slice(0, 300)}`];
  }
  const found: string[] = [];
  if (answer.headers.get("x-request-id") === null) found.push("it has no X-Request-Id");
  const content = resolve(document, documented).content ?? {};
  const mediaType = (answer.headers.get("content-type") ?? "").split(";")[0]?.trim() ?? "";
  const media = content[mediaType];
  if (media === undefined) {
    return [
      ...found,
      `${answer.status} came as "${mediaType}", documented is ${Object.keys(content).join()}`,
    ];
  }
  return [...found, ...bodyViolations(judge, mediaType, media, answer.body)];
}

function bodyViolations(judge: Judge, mediaType: string, media: MediaType, body: Buffer): string[] {
  if (mediaType === "application/octet-stream") return [];
  if (mediaType !== "application/jsonl") return itemViolations(judge, media, body.toString());
  const text = body.toString();
  if (text !== "" && !text.endsWith("\n")) return ["the last line of the stream is cut off"];
  return text
    .split("\n")
    .slice(0, -1)
    .flatMap((line) => itemViolations(judge, media, line));
}

function itemViolations(judge: Judge, media: MediaType, text: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [`not JSON: ${text.slice(0, 300)}`];
  }
  const { valid, because } = judge.judge(media.schema ?? {}, value);
  return valid ? [] : [`${because}: ${text.slice(0, 600)}`];
}
