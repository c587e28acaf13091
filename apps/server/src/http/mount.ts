import { type ApiError, errorResponse, MethodNotAllowed, NotFound } from "@heddle/server-kit";
import { Hono, type Context } from "hono";
import {
  areaAt,
  areasOf,
  operationNames,
  routeOf,
  type Area,
  type MountedOperation,
  type MountedService,
} from "./areas.ts";
import { cors } from "./cors.ts";
import { cutStreams } from "./cut-streams.ts";
import { documentsApp } from "./documents.ts";
import type { HttpEnv } from "./env.ts";
import { toApiError } from "./errors.ts";
import { hostCheck, type HostCheckOptions } from "./host-check.ts";
import { pageHeaders } from "./html/layout.ts";
import type { KnownPrincipals } from "./known-principals.ts";
import { limits, type RequestLimits } from "./limits.ts";
import { requestLine, type Logger } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { outcomes } from "./outcome.ts";
import { requestId } from "./request-id.ts";
import type { UnderWay } from "./under-way.ts";
import { welcomePage } from "./welcome-page.ts";

/** The parts that are mounted on the listener. */
export interface MountOptions {
  /** If two services have an operation at one path, the first of them answers. */
  readonly services: readonly MountedService[];
  readonly operator: Hono<HttpEnv>;
  readonly graphql: Hono<HttpEnv>;
  /** Addresses that carry their own right. */
  readonly transfers?: Hono<HttpEnv>;
  /** What programs tell about their runs. */
  readonly runStreams?: Hono<HttpEnv>;
  readonly pages: Hono<HttpEnv>;
  readonly principals: KnownPrincipals;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly underWay: UnderWay;
  readonly limits: RequestLimits;
  readonly hostCheck: HostCheckOptions;
}

/**
 * Mounts everything that the listener answers: services, side doors, documents, the operator's
 * paths.
 */
export function mount(options: MountOptions): Hono<HttpEnv> {
  const { services, principals, metrics, log, underWay } = options;
  const { corsOrigins } = options.hostCheck;
  const areas = areasOf(services);
  const app = new Hono<HttpEnv>();
  app.use(requestId());
  app.use(
    outcomes({
      operationAt: operationNames(services),
      entityOf: (headers) => principals.of(headers)?.entity,
      listeners: [metrics.observe, requestLine(log)],
    }),
  );
  app.use(limits(options.limits, underWay));
  app.use(hostCheck(options.hostCheck));
  if (corsOrigins.length > 0) app.use(cors(corsOrigins));

  app.route("/", options.operator);
  app.route("/", documentsApp(services));
  app.route("/", options.graphql);
  if (options.transfers) app.route("/", options.transfers);
  if (options.runStreams) app.route("/", options.runStreams);
  app.get("/", (c) => c.redirect("/docs"));
  app.get("/authorize", (c) => c.body(welcomePage(), 200, pageHeaders));
  const absent = (c: Context<HttpEnv>): Response =>
    refuse(c, absence(c, areaAt(areas, c.req.path)));
  for (const { prefix, services: inArea } of areas) {
    for (const service of inArea) {
      for (const operation of service.operations.filter(isStreamed)) {
        app.use(routeOf(service, operation), cutStreams());
      }
      app.route(prefix || "/", service.app);
    }
    // An unknown path below a prefix must not match the routes at the root, such as pages of an
    // entity.
    if (prefix !== "") app.all(`${prefix}/*`, absent);
  }
  app.route("/", options.pages);

  app.notFound(absent);
  app.onError((error, c) => {
    const answer = toApiError(error);
    if (answer.status === 500) log.error({ err: error, requestId: c.get("requestId") }, "failed");
    return refuse(c, answer);
  });
  return app;

  function refuse(c: Context<HttpEnv>, error: ApiError): Response {
    const { errorBody } = areaAt(areas, c.req.path);
    const id = c.get("requestId");
    return errorResponse(error, errorBody(error, id, undefined), id);
  }
}

function absence({ req }: Context<HttpEnv>, area: Area): ApiError {
  const { method } = req;
  const path = req.path.slice(0, 200);
  const allowed = area.allowedAt(req.path);
  return allowed === undefined
    ? new NotFound(`${method} ${path} is unknown here. /docs lists what there is.`)
    : new MethodNotAllowed(method, path, allowed);
}

function isStreamed({ responses }: MountedOperation): boolean {
  const framings = Object.values(responses[200] ?? {}).map(({ framing }) => framing);
  return framings.some((framing) => framing !== "json");
}
