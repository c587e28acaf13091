import { mediaTypeOf } from "../conformance/conformance.ts";
import type { RequestValues } from "../requests/values.ts";
import { written } from "../requests/write.ts";
import { resolve, type PlacedOperation } from "../spec/document.ts";
import type { Service } from "../spec/services.ts";
import { apiKey, baseUrl } from "./method.ts";

/**
 * The differences between a request that the client sent and the spec's request for these values:
 * method, path, query, headers, media type or body. The suite's own writer makes the expected
 * request, and the judge validates the body that arrived.
 */
export async function requestViolations(
  service: Service,
  placed: PlacedOperation,
  values: RequestValues,
  sent: Request,
): Promise<string[]> {
  const { url, init } = written(service, placed, `${baseUrl}${service.prefix}`, values);
  const expected = new Request(url, init);
  return [
    ...differences("method", sent.method, expected.method),
    ...differences("path", pathOf(sent), pathOf(expected)),
    ...differences("query", queryOf(sent), queryOf(expected)),
    ...headerViolations(service, placed, values, sent),
    ...differences("media type", mediaTypeOf(sent.headers), mediaTypeOf(expected.headers)),
    ...differences("body", await bodyOf(sent), await bodyOf(expected)),
    ...(await judged(service, placed, sent)),
  ];
}

function differences(what: string, sent: unknown, expected: unknown): string[] {
  const [one, other] = [JSON.stringify(sent), JSON.stringify(expected)];
  return one === other ? [] : [`${what}: sent ${one}, should be ${other}`];
}

/** Decoded, since RFC 3986 allows several spellings of one path. */
function pathOf({ url }: Request): string[] {
  return new URL(url).pathname.split("/").map(decodeURIComponent);
}

function queryOf({ url }: Request): [string, string][] {
  return [...new URL(url).searchParams].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function headerViolations(
  { document }: Service,
  { operation }: PlacedOperation,
  values: RequestValues,
  { headers }: Request,
): string[] {
  const found: string[] = [];
  if (headers.get("authorization") !== `Bearer ${apiKey}`) found.push("it does not carry the key");
  for (const [name, value] of Object.entries(values.header)) {
    found.push(...differences(name, headers.get(name), String(value)));
  }
  const takesKey = (operation.parameters ?? []).some(({ name }) => name === "Idempotency-Key");
  if (takesKey !== headers.has("idempotency-key")) {
    found.push(takesKey ? "it has no Idempotency-Key" : "it has an Idempotency-Key");
  }
  const accepted = (headers.get("accept") ?? "*/*").split(",").map((one) => one.trim());
  const answered = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, response]) => Object.keys(resolve(document, response).content ?? {}));
  if (answered.length > 0 && !accepted.some((one) => one === "*/*" || answered.includes(one))) {
    found.push(`it accepts ${accepted.join()}, the operation answers ${answered.join()}`);
  }
  return found;
}

/** The body as the receiver has it, in a form that can be compared. */
async function bodyOf(request: Request): Promise<unknown> {
  const copy = request.clone();
  const mediaType = mediaTypeOf(request.headers);
  if (mediaType === "multipart/form-data") {
    const form = await copy.formData();
    const parts = await Promise.all(
      [...form].map(async ([name, part]) => [
        name,
        typeof part === "string" ? part : await part.text(),
      ]),
    );
    return parts.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  }
  const text = await copy.text();
  if (mediaType === "application/x-www-form-urlencoded") {
    return [...new URLSearchParams(text)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  }
  return mediaType === "application/json" ? JSON.parse(text) : text;
}

async function judged(service: Service, placed: PlacedOperation, sent: Request): Promise<string[]> {
  const mediaType = mediaTypeOf(sent.headers);
  if (mediaType !== "application/json") return [];
  const { schema } = placed.operation.requestBody?.content[mediaType] ?? {};
  if (schema === undefined) return ["it has a JSON body, which the operation does not take"];
  const { valid, because } = service.judge.judge(schema, await bodyOf(sent));
  return valid ? [] : [`body: ${because}`];
}
