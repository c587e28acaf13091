import { rawText, reply, serialise } from "@heddle/server-kit/trace";
import type { HandlersOf } from "../trace-handlers.ts";
import type { Objects } from "./objects.ts";

/** Publishing, reading and listing objects. */
export function objectsHandlers(objects: Objects): HandlersOf<"objects"> {
  return {
    create: async ({ body: { obj }, context, signal }) => {
      const valText = rawText(obj, "val") ?? serialise(obj.val);
      const project = context.projects.writable(obj.project_id);
      return reply(200, await objects.create(context, project, obj, valText, signal));
    },
    read: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, { obj: await objects.read(context, project, body, signal) });
    },
    query: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, { objs: await objects.query(context, project, body, signal) });
    },
  };
}
