import type { MiddlewareHandler } from "hono";
import { cors as honoCors } from "hono/cors";
import type { HttpEnv } from "./env.ts";

/** Lets web pages of the named origins call. Mount it only with at least one origin. */
export function cors(origins: readonly string[]): MiddlewareHandler<HttpEnv> {
  if (origins.length === 0)
    throw new Error("cors() needs an origin. Without one, do not mount it.");
  return honoCors({
    origin: origins.includes("*") ? "*" : [...origins],
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowHeaders: [
      "Authorization",
      "Content-Type",
      "OpenAI-Project",
      "wandb-api-key",
      "X-Heddle-Trace",
      "X-Request-Id",
    ],
    exposeHeaders: ["X-Request-Id", "Retry-After"],
    maxAge: 600,
  });
}
