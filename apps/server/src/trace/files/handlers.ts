import { bytes, reply } from "@heddle/server-kit/trace";
import type { BuiltTraceHandlers } from "../built-handlers.ts";
import type { Files } from "./files.ts";

/** Storing and reading files, as streams. */
export function filesHandlers(files: Files): BuiltTraceHandlers["files"] {
  return {
    create: async ({ body, signal }) => reply(200, { digest: await files.create(body, signal) }),
    content: async ({ body, signal }) => {
      const { stream, size } = await files.open(body.project_id, body.digest, signal);
      return bytes(stream, { size, mediaType: "application/octet-stream" });
    },
    queryStats: async ({ body }) =>
      reply(200, { total_size_bytes: await files.totalBytes(body.project_id) }),
  };
}
