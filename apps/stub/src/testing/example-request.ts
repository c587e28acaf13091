import type { OperationSpec } from "@heddle/server-kit";
import { documentedExamples } from "../examples/documented-answers.ts";

const origin = "http://stub.test";

/** The request that the document's own examples make of an operation, with any key. */
export function exampleRequest(
  document: unknown,
  operation: OperationSpec,
  prefix: string,
  headers: Readonly<Record<string, string>> = {},
): Request {
  const { method, path, parameters } = operation;
  const values = new Map<string, string>();
  for (const [at, { name }] of parameters.entries()) {
    const [value] = documentedExamples(document, operation, ["parameters", String(at)]).values();
    if (value !== undefined) values.set(name, textOf(value));
  }
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? "x"),
  );
  const search = new URLSearchParams();
  for (const { in: where, required, name } of parameters) {
    if (where === "query" && required) search.append(name, values.get(name) ?? "");
  }
  const content = bodyOf(document, operation);
  return new Request(`${origin}${prefix}${filled}?${search.toString()}`, {
    method: method.toUpperCase(),
    headers: { authorization: "Bearer any", ...content.headers, ...headers },
    body: content.body,
  });
}

function bodyOf(
  document: unknown,
  operation: OperationSpec,
): { readonly body: string | FormData | null; readonly headers: Readonly<Record<string, string>> } {
  const [first] = Object.entries(operation.body?.content ?? {});
  if (!first) return { body: null, headers: {} };
  const [mediaType, { framing, files = [] }] = first;
  const place = ["requestBody", "content", mediaType];
  const [value] = documentedExamples(document, operation, place).values();
  if (framing !== "multipart") {
    return { body: textOf(value), headers: { "content-type": mediaType } };
  }
  const form = new FormData();
  for (const [name, part] of Object.entries(value as object)) {
    if (files.includes(name)) form.append(name, new Blob([textOf(part)]), name);
    else form.append(name, textOf(part));
  }
  return { body: form, headers: {} };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
