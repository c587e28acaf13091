import {
  type ApiError,
  combinedErrorBody,
  errorResponse,
  InternalError,
  MethodNotAllowed,
  methodsAt,
  NotFound,
} from "@heddle/server-kit";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { accountAnswer } from "./account.ts";
import { loadDocument } from "./load-document.ts";
import type { StubOptions } from "./service-stub.ts";
import { type MountedService, services } from "./services.ts";

/**
 * All services as one Hono app, under the prefixes of the real server.
 *
 * Pages of any origin may call it. `/openapi/<service>.json` serves the documents of its answers.
 *
 * @example
 * const response = await stubApp().request("/traces/health");
 */
export function stubApp(options: StubOptions = {}): Hono {
  const app = new Hono();
  const crossOrigin = cors({ origin: "*", exposeHeaders: ["*"] });
  app.use((c, next) => (c.req.header("origin") ? crossOrigin(c, next) : next()));
  for (const { service } of services) {
    app.get(`/openapi/${service.name}.json`, (c) => c.json(loadDocument(service.name) as object));
  }
  app.post("/graphql", async (c) => {
    // A body that is not JSON tells nothing about the request; the answer works without it.
    const request: unknown = await c.req.json().catch(() => undefined);
    return c.json(accountAnswer(request, new URL(c.req.url).origin));
  });
  for (const prefix of prefixes) {
    const here = servicesAt(prefix);
    // If two services share an address, the clients of both must be able to read its errors.
    const shared = here.length > 1 ? { errorBody: combinedErrorBody } : {};
    for (const { stub } of here) app.route(prefix, stub({ ...options, ...shared }));
  }
  app.notFound((c) => refuse(c, unanswered(c)));
  app.onError((error, c) => {
    options.onError?.(error);
    return refuse(c, new InternalError());
  });
  return app;
}

/** Longest first, so that a path belongs to the first prefix that it begins with. */
const prefixes: readonly string[] = [...new Set(services.flatMap((entry) => entry.prefixes))].sort(
  (one, other) => other.length - one.length,
);

function unanswered(c: Context): ApiError {
  const { method, path } = c.req;
  const prefix = prefixOf(path);
  const here = servicesAt(prefix).map(({ service }) => service);
  const allowed = methodsAt(here)(path.slice(prefix.length));
  if (allowed !== undefined) return new MethodNotAllowed(method, path, allowed);
  return new NotFound(
    `${method} ${path.slice(0, 200)} is not a path of the stub. /openapi/<service>.json lists the paths.`,
  );
}

/** The refusal in the shape of the service whose prefix the path has. */
function refuse(c: Context, error: ApiError): Response {
  const requestId = crypto.randomUUID();
  const [only, ...others] = servicesAt(prefixOf(c.req.path));
  const errorBody = others.length > 0 ? combinedErrorBody : only?.service.errorBody;
  return errorResponse(error, errorBody?.(error, requestId, undefined), requestId);
}

function prefixOf(path: string): string {
  return prefixes.find((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ?? "";
}

function servicesAt(prefix: string): readonly MountedService[] {
  return services.filter((entry) => entry.prefixes.includes(prefix));
}
