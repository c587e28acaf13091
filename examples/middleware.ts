/** Watches and changes requests with openapi-fetch middleware, and writes a path instead of a method. */
import { Heddle } from "@heddle/client";
import type { Middleware } from "@heddle/client";
import { settings } from "./settings.ts";

const heddle = new Heddle(settings);
const log: Middleware = {
  onRequest: ({ request }) => {
    request.headers.set("X-Request-Id", "from-middleware");
    return request;
  },
  onResponse: ({ schemaPath, response }) => {
    console.log(`${schemaPath}: ${response.status}, ${response.headers.get("x-request-id")}`);
  },
};
heddle.trace.use(log);
await heddle.trace.service.health();

const { data, error } = await heddle.trace.paths.POST("/calls/query_stats", {
  body: { project_id: settings.project },
});
console.log(`counted: ${error ? "refused" : typeof data.count}`);
