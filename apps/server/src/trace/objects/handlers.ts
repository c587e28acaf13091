import { rawText, reply, serialise } from "@heddle/server-kit/trace";
import type { BuiltTraceHandlers } from "../built-handlers.ts";
import type { Objects } from "./objects.ts";

/** Publishing, reading and listing objects. */
export function objectsHandlers(objects: Objects): BuiltTraceHandlers["objects"] {
  return {
    create: async ({ body: { obj }, context }) => {
      const valText = rawText(obj, "val") ?? serialise(obj.val);
      return reply(200, await objects.create(context.principal, obj, valText));
    },
    read: async ({ body, context }) =>
      reply(200, { obj: await objects.read(context.principal, body) }),
    query: async ({ body, context }) =>
      reply(200, { objs: await objects.query(context.principal, body) }),
  };
}
