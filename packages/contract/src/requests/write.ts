import { resolve, type Parameter, type PlacedOperation, type Schema } from "../spec/document.ts";
import type { Service } from "../spec/services.ts";
import type { RequestValues } from "./values.ts";

/** A request as `fetch` takes it. */
export interface WrittenRequest {
  readonly url: string;
  readonly init: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | FormData | Uint8Array<ArrayBuffer>;
  };
}

/**
 * Writes a request down as the spec says: path, query and headers by OpenAPI's styles, the body in
 * its media type. Shares no code with the client, whose requests are checked against the same spec.
 */
export function written(
  { document }: Pick<Service, "document">,
  placed: PlacedOperation,
  base: string,
  values: RequestValues,
): WrittenRequest {
  const parameters = placed.operation.parameters ?? [];
  const path = placed.path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(textOf(values.path[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values.query)) {
    const parameter = parameters.find((one) => one.in === "query" && one.name === name);
    for (const [key, text] of queryPairs(parameter, name, value)) query.append(key, text);
  }
  const search = query.size > 0 ? `?${query.toString()}` : "";
  const headers = Object.fromEntries(
    Object.entries(values.header).map(([name, value]) => [name, textOf(value)]),
  );
  const files = fileParts(document, placed);
  return {
    url: `${base}${path}${search}`,
    init: { method: placed.method.toUpperCase(), ...bodyInit(values, headers, files) },
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function queryPairs(
  parameter: Parameter | undefined,
  name: string,
  value: unknown,
): [string, string][] {
  if (Array.isArray(value)) {
    const { style = "form" } = parameter ?? {};
    const explode = parameter?.explode ?? style === "form";
    if (explode) return value.map((item) => [name, textOf(item)]);
    const separator = { spaceDelimited: " ", pipeDelimited: "|" }[style] ?? ",";
    return [[name, value.join(separator)]];
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).map(([key, member]) => [`${name}[${key}]`, textOf(member)]);
  }
  return value === null || value === undefined ? [] : [[name, textOf(value)]];
}

function bodyInit(
  values: RequestValues,
  headers: Record<string, string>,
  files: ReadonlySet<string>,
): Pick<WrittenRequest["init"], "headers" | "body"> {
  const { mediaType, body } = values;
  if (mediaType === undefined) return { headers };
  // `fetch` writes the boundary of a form into the header itself.
  if (mediaType === "multipart/form-data") return { headers, body: formOf(body, files) };
  const typed = { ...headers, "content-type": mediaType };
  if (mediaType === "application/x-www-form-urlencoded") {
    return { headers: typed, body: new URLSearchParams(formPairs(body)).toString() };
  }
  if (mediaType === "application/json" || mediaType.endsWith("+json")) {
    return { headers: typed, body: JSON.stringify(body) ?? "" };
  }
  return { headers: typed, body: bytesOf(body) };
}

function formPairs(body: unknown): [string, string][] {
  return Object.entries(body ?? {})
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [name, textOf(value)]);
}

/** The names of files whose names say what they are for. */
const fileNames: Readonly<Record<string, string>> = { files: "train.jsonl" };

function formOf(body: unknown, files: ReadonlySet<string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === null || value === undefined) continue;
    for (const part of Array.isArray(value) ? value : [value]) {
      if (files.has(name)) form.append(name, new Blob([textOf(part)]), fileNames[name] ?? "blob");
      else form.append(name, textOf(part));
    }
  }
  return form;
}

/** The parts of a form that are files: bytes, or lists of them. */
export function fileParts(
  document: Service["document"],
  { operation }: PlacedOperation,
): ReadonlySet<string> {
  const given = operation.requestBody?.content["multipart/form-data"]?.schema ?? {};
  const isBinary = (schema: Schema | undefined): boolean =>
    schema !== undefined && resolve(document, schema).format === "binary";
  const { properties = {} } = resolve(document, given);
  const names = Object.entries(properties)
    .filter(([, one]) => isBinary(one) || isBinary(resolve(document, one).items))
    .map(([name]) => name);
  return new Set(names);
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}
