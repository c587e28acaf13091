import type { RouteConfig, z } from "@hono/zod-openapi";

/**
 * The route of operation `O` of the generated `operations`.
 *
 * `OpenAPIHono.openapi` reads from it what a handler gets from `c.req.valid`, and which bodies it
 * may answer with. It knows JSON only: other bodies are described, a handler reads them from
 * `c.req`, and an operation that answers anything else takes every `Response`.
 */
// An alias, since only aliases have the index signature of extensions that `RouteConfig` requires.
export type Route<Method extends RouteConfig["method"], Path extends string, O> = {
  readonly method: Method;
  readonly path: Path;
  readonly request: RequestOf<O>;
  readonly responses: ResponsesOf<O>;
};

type RequestOf<O> = O extends { parameters: infer P }
  ? object &
      Part<P, "path", "params"> &
      Part<P, "query", "query"> &
      Part<P, "header", "headers"> &
      Part<P, "cookie", "cookies"> &
      BodyOf<O>
  : object;

/** `query?: never` says that an operation has no such parameters. */
type Part<P, Where extends string, Name extends string> = P extends {
  [W in Where]?: infer Given;
}
  ? [NonNullable<Given>] extends [never]
    ? unknown
    : { readonly [N in Name]: z.ZodPipe<Both<NonNullable<Given>>, Both<NonNullable<Given>>> }
  : unknown;

type BodyOf<O> = O extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Content }
    ? [NonNullable<Body>] extends [never]
      ? unknown
      : { readonly body: { content: ContentOf<Content> } }
    : unknown
  : unknown;

type ResponsesOf<O> = O extends { responses: infer Responses }
  ? { readonly [Status in keyof Responses]: ResponseOf<Responses[Status]> }
  : never;

type ResponseOf<R> = R extends { content: infer Content }
  ? { description: string; content: ContentOf<Content> }
  : { description: string };

type JsonType = "application/json" | `application/${string}+json`;

/** The media types by name if all of them are JSON. */
type ContentOf<Content> = [keyof Content] extends [JsonType]
  ? { [MediaType in keyof Content]: { schema: Both<Content[MediaType]> } }
  : { [mediaType: string]: { example?: unknown } };

/** Schemas of the spec change nothing in what they accept. */
type Both<Value> = z.ZodType<Value, Value>;
