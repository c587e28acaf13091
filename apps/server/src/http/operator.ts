import { Hono } from "hono";
import type { Access } from "../access/access.ts";
import { unauthorized } from "../http/unauthorized.ts";
import type { HttpEnv } from "./env.ts";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

/** The parts that the operator's paths read. */
export interface OperatorOptions {
  readonly access: Access;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}

/**
 * The operator's paths. `/healthz` says that the process answers, `/readyz` that its stores answer
 * and that it is not stopping. `/metrics` has metrics for Prometheus, for any valid key.
 */
export function operatorApp({ access, metrics, readiness }: OperatorOptions): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const { isReady, parts } = await readiness.health();
    return c.json({ status: isReady ? "ok" : "unavailable", parts }, isReady ? 200 : 503);
  });
  app.get("/metrics", async (c) => {
    const { headers } = c.req.raw;
    if (!(await access.authenticate(headers))) throw unauthorized(headers);
    return c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType });
  });
  return app;
}
