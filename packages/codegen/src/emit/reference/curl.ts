import type { Context } from "../../document/context.ts";
import type { MediaTypeObject } from "../../document/openapi.ts";
import { at } from "../../document/pointer.ts";
import type { Operation } from "../../transform/operation-object.ts";
import { examplesOf } from "./examples.ts";
import { jsonText } from "./example-text.ts";

/** The request as a command line, with the first example of every required part. */
export function curlCommand(operation: Operation, context: Context): string {
  const { method, parameters, pointer } = operation;
  const example = (where: string, name: string): string | undefined => {
    const index = parameters.findIndex((other) => other.name === name && other.in === where);
    const parameter = parameters[index];
    if (parameter === undefined) return undefined;
    const [first] = examplesOf(parameter, context, at(pointer, "parameters", index));
    if (first === undefined) return undefined;
    return typeof first.value === "string" ? first.value : JSON.stringify(first.value);
  };
  // A part without an example is its name in angle brackets, because curl expands curly ones.
  const part = (where: string, name: string): string => {
    const value = example(where, name);
    return value === undefined ? `<${name}>` : encodeURIComponent(value);
  };
  const path = operation.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => part("path", name));
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required === true)
    .map(({ name }) => `${name}=${part("query", name)}`)
    .join("&");
  const headers = parameters
    .filter((parameter) => parameter.in === "header" && parameter.required === true)
    .map(({ name }) => `-H ${quoted(`${name}: ${example("header", name) ?? `<${name}>`}`)}`);
  const url = `${serverOf(context)}${path}${query === "" ? "" : `?${query}`}`;
  const body = bodyOf(operation, context);
  const isImplied = method === "get" || (method === "post" && body.length > 0);
  const target = url.includes("$") ? `"${url}"` : quoted(url);
  return [
    ["curl", ...(isImplied ? [] : ["-X", method.toUpperCase()]), target].join(" "),
    ...keyOf(operation, context),
    ...headers,
    ...body,
  ].join(" \\\n  ");
}

function serverOf({ document }: Context): string {
  const [server] = (document["servers"] ?? []) as readonly { readonly url?: string }[];
  const url = (server?.url ?? "").replace(/\/$/, "");
  return /^https?:/.test(url) ? url : `$BASE_URL${url}`;
}

interface SecurityScheme {
  readonly type?: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
}

/** The key, in the form of the simplest security scheme. */
function keyOf({ source, access }: Operation, { document }: Context): readonly string[] {
  const demanded = source["security"] ?? document["security"];
  if (access === "public" && demanded === undefined) return [];
  const names = ((demanded ?? []) as readonly object[]).flatMap((one) => Object.keys(one));
  const schemes = names.map(
    (name) => (document.components?.securitySchemes?.[name] ?? {}) as SecurityScheme,
  );
  const written = schemes.flatMap(({ type, scheme, in: where, name }): string[] => {
    if (type === "apiKey" && where === "header") return [`-H "${name}: $API_KEY"`];
    if (type === "oauth2" || scheme === "bearer") return ['-H "Authorization: Bearer $API_KEY"'];
    return scheme === "basic" ? ['-u "api:$API_KEY"'] : [];
  });
  const bearer = written.find((line) => line.includes("Bearer"));
  return bearer === undefined ? written.slice(0, 1) : [bearer];
}

function bodyOf({ body, pointer }: Operation, context: Context): readonly string[] {
  const [first] = Object.entries(body?.content ?? {});
  if (first === undefined) return [];
  const [mediaType, content] = first;
  const [example] = examplesOf(content, context, at(pointer, "requestBody", "content", mediaType));
  if (mediaType === "multipart/form-data") return formOf(content, example?.value, context, pointer);
  const type = `-H ${quoted(`Content-Type: ${mediaType}`)}`;
  if (mediaType === "application/x-www-form-urlencoded") {
    const fields = Object.entries(Object(example?.value) as object);
    return fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`);
  }
  if (typeof example?.value === "string" || example === undefined)
    return [type, "--data-binary @file"];
  return [type, `--data ${quoted(jsonText(example.value))}`];
}

function formOf(
  { schema }: MediaTypeObject,
  example: unknown,
  context: Context,
  pointer: string,
): readonly string[] {
  const form = context.resolve(schema ?? true, pointer);
  const properties = typeof form === "boolean" ? {} : (form.properties ?? {});
  const values = Object(example) as Readonly<Record<string, unknown>>;
  const required = typeof form === "boolean" ? [] : (form.required ?? []);
  return [...new Set([...Object.keys(values), ...required])].map((name) => {
    const property = context.resolve(properties[name] ?? true, pointer);
    const isFile = typeof property !== "boolean" && property.format === "binary";
    const value = values[name];
    const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
    return `-F ${quoted(isFile ? `${name}=@file` : `${name}=${text}`)}`;
  });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
