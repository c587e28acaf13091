import { Hono } from "hono";
import type { Access } from "../../access/access.ts";
import type { HttpEnv } from "../../http/env.ts";
import { unauthorized } from "../../http/unauthorized.ts";

/**
 * Takes what programs tell about their runs while these go on, and keeps none of it: an SDK that
 * uploads an artifact opens a run for it, and fails without this answer.
 */
export function runStreamsApp(access: Pick<Access, "authenticate">): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.post("/files/:entity/:project/:run/file_stream", async (c) => {
    const { headers, body } = c.req.raw;
    const principal = await access.authenticate(headers);
    if (!principal) throw unauthorized(headers);
    // Reads it to its end, chunk by chunk, so that the connection can take the next request.
    for await (const _ of body ?? []) continue;
    return c.json({ exitcode: null, limits: {} });
  });
  return app;
}
