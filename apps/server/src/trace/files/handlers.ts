import { bytes, reply } from "@heddle/server-kit/trace";
import type { HandlersOf } from "../trace-handlers.ts";
import type { Files } from "./files.ts";

/** Storing and reading files, as streams. */
export function filesHandlers(files: Files): HandlersOf<"files"> {
  return {
    create: async ({ body, context, signal }) =>
      reply(200, { digest: await files.create(context.projects, body, signal) }),
    content: async ({ body, context, signal }) => {
      const { id } = context.projects.named(body.project_id);
      const { stream, size } = await files.open(id, body.digest, signal);
      return bytes(stream, { size, mediaType: "application/octet-stream" });
    },
    queryStats: async ({ body, context, signal }) => {
      const { id } = context.projects.named(body.project_id);
      return reply(200, { total_size_bytes: await files.totalBytes(id, signal) });
    },
  };
}
