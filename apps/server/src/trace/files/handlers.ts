import { bytes, reply, type TraceHandlers } from "@heddle/server-kit/trace";
import type { Context } from "../../http/context.ts";
import type { Files } from "./files.ts";

/** Storing and reading files, as streams. */
export function filesHandlers(files: Files): TraceHandlers<Context>["files"] {
  return {
    create: async ({ body, signal }) => reply(200, { digest: await files.create(body, signal) }),
    content: async ({ body, signal }) => {
      const { stream, size } = await files.open(body.project_id, body.digest, signal);
      return bytes(stream, { size, mediaType: "application/octet-stream" });
    },
  };
}
