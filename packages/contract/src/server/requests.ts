import type { PlacedOperation } from "../spec/document.ts";

/** Values for the `{…}` of a path and for its query. */
export interface Target {
  readonly project: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** The address of an operation for one project. */
export function addressOf(placed: PlacedOperation, base: string, target: Target): URL {
  const [entity = "", project = ""] = target.project.split("/");
  const path = placed.path
    .replace("{entity}", encodeURIComponent(entity))
    .replace("{project}", encodeURIComponent(project));
  const url = new URL(`${base}/traces${path}`);
  for (const [name, value] of Object.entries(target.query ?? {})) url.searchParams.set(name, value);
  return url;
}

/** As much of a request as an operation's body decides. */
export interface RequestBody {
  readonly body?: string | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of a request in the operation's media type, ready for `fetch`. */
export function bodyOf(placed: PlacedOperation, value: unknown): RequestBody {
  const content = placed.operation.requestBody?.content;
  if (content === undefined) return {};
  if ("multipart/form-data" in content) return { body: formOf(value) };
  return {
    body: JSON.stringify(value),
    headers: { "content-type": "application/json" },
  };
}

function formOf(value: unknown): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(value ?? {})) {
    if (part === null || part === undefined) continue;
    if (name === "file") form.set(name, new Blob([String(part)]), "blob");
    else form.set(name, String(part));
  }
  return form;
}

/** `Authorization` for a key, or nothing where there is none. */
export function credentials(key: string | undefined): Record<string, string> {
  if (key === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` };
}

/**
 * The same body with every project in it replaced, where `x-project` says that one stands.
 *
 * Generated project names are anybody's; the suites want them to be their own.
 */
export function withProject(placed: PlacedOperation, value: unknown, project: string): unknown {
  const copy: unknown = structuredClone(value);
  for (const place of placed.operation["x-project"] ?? []) {
    const pointer = /^(?:part:|ref:)?(\/.*)$/.exec(place)?.[1];
    if (pointer === undefined) continue;
    const name = place.startsWith("ref:")
      ? `weave:///${project}/object/thing:${"a".repeat(43)}`
      : project;
    replaceAt(copy, pointer.split("/").slice(1), name);
  }
  return copy;
}

function replaceAt(value: unknown, segments: readonly string[], replacement: string): void {
  const [segment, ...rest] = segments;
  if (segment === undefined || typeof value !== "object" || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const key of segment === "*" ? Object.keys(holder) : [segment]) {
    if (rest.length > 0) replaceAt(holder[key], rest, replacement);
    else if (key in holder) holder[key] = replacement;
  }
}
