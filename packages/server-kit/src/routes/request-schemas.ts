import { type RouteConfig, z } from "@hono/zod-openapi";
import { InvalidRequest } from "../errors.ts";
import type { OperationSpec, ParameterSpec } from "../operation.ts";
import { ParameterReader, type ParameterSource } from "../read/parameters.ts";

type Request = NonNullable<RouteConfig["request"]>;
type Where = ParameterSpec["in"];
type Given = Readonly<Record<string, string | readonly string[]>>;

const members = {
  path: "params",
  query: "query",
  header: "headers",
  cookie: "cookies",
} as const satisfies Record<Where, keyof Request>;

/**
 * The schemas by which `OpenAPIHono.openapi` reads the parameters of an operation, with the types
 * and in the styles of the spec: Hono's own values are texts.
 *
 * To the document they add nothing. A route describes its parameters as the spec writes them, and
 * these schemas begin with an object without members.
 */
export function requestSchemas(operation: OperationSpec): Request {
  const request: Request = {};
  for (const where of Object.keys(members) as Where[]) {
    const parameters = operation.parameters.filter((spec) => spec.in === where);
    if (parameters.length > 0) request[members[where]] = readerOf(where, parameters);
  }
  return request;
}

function readerOf(where: Where, parameters: readonly ParameterSpec[]): z.ZodPipe<z.ZodObject> {
  const reader = new ParameterReader({ parameters });
  return z.looseObject({}).transform((given, context) => {
    try {
      return reader.read(sourceOf(where, given as Given))[where];
    } catch (e) {
      if (!(e instanceof InvalidRequest)) throw e;
      for (const { loc, msg } of e.issues) {
        context.issues.push({ code: "custom", message: msg, path: loc.slice(1), input: given });
      }
      return z.NEVER;
    }
  });
}

/** What Hono has read, as it was in the request. A reader looks in one place only. */
function sourceOf(where: Where, given: Given): ParameterSource {
  const pairs = Object.entries(given).flatMap(([name, texts]) =>
    [texts].flat().map((text): [string, string] => [name, text]),
  );
  const joined = (separator: string): string => pairs.map(encoded).join(separator);
  return {
    path: (name) => [given[name]].flat().at(-1),
    search: where === "query" ? joined("&") : "",
    headers:
      where === "cookie"
        ? new Headers({ cookie: joined("; ") })
        : new Headers(where === "header" ? pairs : []),
  };
}

/** A comma stays, since it may separate values: Hono does not tell whether it was escaped. */
function encoded([name, text]: readonly [string, string]): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(text).replaceAll("%2C", ",")}`;
}
