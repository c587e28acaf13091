import { ApiError, NotFound, type OperationSpec } from "@heddle/server-kit";
import { Hono, type Context } from "hono";
import { cors } from "./cors.ts";
import { cutStreams } from "./cut-streams.ts";
import { documentsApp } from "./documents.ts";
import type { HttpEnv } from "./env.ts";
import { errorResponse, toApiError, type ErrorShape } from "./errors.ts";
import { hostCheck, type HostCheckOptions } from "./host-check.ts";
import { pageHeaders } from "./html/layout.ts";
import type { KnownPrincipals } from "./known-principals.ts";
import { limits, type RequestLimits } from "./limits.ts";
import { requestLine, type Logger } from "./log.ts";
import { methodsAt } from "./methods-at.ts";
import type { Metrics } from "./metrics.ts";
import { probePaths } from "./operator.ts";
import { outcomes } from "./outcome.ts";
import { requestId } from "./request-id.ts";
import type { UnderWay } from "./under-way.ts";
import { welcomePage } from "./welcome-page.ts";

/** The parts that make up what the one listener answers. */
export interface MountOptions {
  /** The trace service, without a prefix. */
  readonly trace: Hono;
  /** Its operations, whose ids name requests in logs and metrics. */
  readonly operations: readonly MountedOperation[];
  readonly operator: Hono<HttpEnv>;
  readonly graphql: Hono<HttpEnv>;
  readonly pages: Hono<HttpEnv>;
  readonly principals: KnownPrincipals;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly underWay: UnderWay;
  readonly limits: RequestLimits;
  readonly hostCheck: HostCheckOptions;
}

/** What the listener has to know of an operation. */
export type MountedOperation = Pick<OperationSpec, "id" | "method" | "path" | "responses">;

const tracePrefix = "/traces";
const prefixed = `${tracePrefix}/`;
/** Services that are still to come. Their clients read `error` or `detail`. */
const openAiShaped = /^\/(?:training\/v1|inference\/v1|v1)(?:\/|$)/;

/** Everything that one listener answers: services, side doors, documents, the operator's paths. */
export function mount(options: MountOptions): Hono<HttpEnv> {
  const { principals, metrics, log, underWay } = options;
  const { corsOrigins } = options.hostCheck;
  const app = new Hono<HttpEnv>();
  app.use(requestId());
  app.use(
    outcomes({
      operationAt: operationNames(options.operations),
      entityOf: (headers) => principals.of(headers)?.entity,
      listeners: [metrics.observe, requestLine(log)],
    }),
  );
  app.use(limits(options.limits, underWay, (path) => probePaths.has(path)));
  app.use(hostCheck(options.hostCheck));
  if (corsOrigins.length > 0) app.use(cors(corsOrigins));

  app.route("/", options.operator);
  app.route("/", documentsApp());
  app.route("/", options.graphql);
  app.get("/", (c) => c.redirect("/docs"));
  app.get("/authorize", (c) => c.body(welcomePage(), 200, pageHeaders));
  for (const operation of options.operations.filter(isStreamed)) {
    for (const route of routesOf(operation)) app.use(route, cutStreams());
  }
  app.route(tracePrefix, options.trace);
  app.route("/", options.trace);
  app.route("/", options.pages);

  const allowedAt = methodsAt(options.operations);
  app.notFound((c) => {
    const { path } = c.req;
    const allowed = allowedAt(path.startsWith(prefixed) ? path.slice(tracePrefix.length) : path);
    return refuse(c, allowed === undefined ? unknownPath(c) : wrongMethod(c, allowed));
  });
  app.onError((error, c) => {
    const answer = toApiError(error);
    if (answer.status === 500) log.error({ err: error, requestId: c.get("requestId") }, "failed");
    return refuse(c, answer);
  });
  return app;
}

function shapeOf(path: string): ErrorShape {
  return openAiShaped.test(path) ? "openai" : "trace";
}

function refuse(c: Context<HttpEnv>, error: ApiError): Response {
  return errorResponse(error, shapeOf(c.req.path), c.get("requestId"));
}

function unknownPath(c: Context<HttpEnv>): ApiError {
  const asked = `${c.req.method} ${c.req.path.slice(0, 200)}`;
  if (shapeOf(c.req.path) === "openai") {
    return new ApiError(501, `${asked} is not built yet: this server traces, and no more so far.`);
  }
  return new NotFound(
    `${asked} is not here: unknown, or not built yet. /docs lists what there is.`,
  );
}

function wrongMethod(c: Context<HttpEnv>, allowed: string): ApiError {
  const asked = `${c.req.path.slice(0, 200)} takes ${allowed}, not ${c.req.method}.`;
  return new ApiError(405, asked, {}, { Allow: allowed });
}

/** The id of the operation at a route of Hono's. */
function operationNames(
  operations: readonly MountedOperation[],
): (method: string, route: string) => string | undefined {
  const ids = new Map<string, string>();
  for (const operation of operations) {
    for (const route of routesOf(operation)) {
      ids.set(`${operation.method.toUpperCase()} ${route}`, operation.id);
    }
  }
  return (method, route) => ids.get(`${method} ${route}`);
}

/** An operation's path as Hono writes it, under both of its prefixes. */
function routesOf({ path }: MountedOperation): readonly [string, string] {
  const route = path.replaceAll(/\{(\w+)\}/g, ":$1");
  return [route, tracePrefix + route];
}

function isStreamed({ responses }: MountedOperation): boolean {
  const framings = Object.values(responses[200] ?? {}).map(({ framing }) => framing);
  return framings.some((framing) => framing !== "json");
}
