import type { PlacedOperation } from "../spec/document.ts";
import type { RequestValues } from "./values.ts";

/**
 * The same request with every project in it replaced, where `x-project` says that one stands.
 *
 * Generated project names are anybody's; the suites want them to be their own.
 */
export function withProject(
  placed: PlacedOperation,
  values: RequestValues,
  project: string,
): RequestValues {
  const [entity = "", name = ""] = project.split("/");
  const body: unknown = structuredClone(values.body);
  const query: Record<string, unknown> = { ...values.query };
  let path: Readonly<Record<string, unknown>> = values.path;
  for (const place of placed.operation["x-project"] ?? []) {
    const [, kind = "", pointer = ""] = /^(?:(path|part|ref|query):?)?(\/.*)?$/.exec(place) ?? [];
    const segments = pointer.split("/").slice(1);
    if (kind === "path") path = { ...path, entity, project: name };
    else if (kind === "query") replaceAt(query, segments, project);
    else if (kind === "ref") {
      replaceAt(body, segments, `weave:///${project}/object/thing:${"a".repeat(43)}`);
    } else replaceAt(body, segments, project);
  }
  return { ...values, path, query, ...(values.mediaType === undefined ? {} : { body }) };
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
