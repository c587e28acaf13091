import { rawText, reply, serialise } from "@heddle/server-kit/trace";
import type { HandlersOf } from "../trace-handlers.ts";
import type { ObjectLabels } from "./object-labels.ts";
import type { Objects } from "./objects.ts";

/** Publishing, reading, listing and deleting objects, and their labels. */
export function objectsHandlers(objects: Objects, labels: ObjectLabels): HandlersOf<"objects"> {
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
    delete: async ({ body, context }) => {
      const project = context.projects.writable(body.project_id);
      return reply(200, await objects.delete(project, body));
    },
    addTags: async ({ path, body, context }) => {
      const project = context.projects.writable(body.project_id);
      await labels.addTags(project, path, body.tags);
      return reply(200, {});
    },
    removeTags: async ({ path, body, context }) => {
      const project = context.projects.writable(body.project_id);
      await labels.removeTags(project, path, body.tags);
      return reply(200, {});
    },
    setAliases: async ({ path: { object_id }, body, context }) => {
      const project = context.projects.writable(body.project_id);
      await labels.setAliases(project, { object_id, digest: body.digest }, body.aliases);
      return reply(200, {});
    },
    removeAliases: async ({ path: { object_id }, body, context }) => {
      const project = context.projects.writable(body.project_id);
      await labels.removeAliases(project, object_id, body.aliases);
      return reply(200, {});
    },
    tags: async ({ query, context, signal }) => {
      const project = context.projects.named(query.project_id);
      return reply(200, { tags: await labels.tags(project, signal) });
    },
    aliases: async ({ query, context, signal }) => {
      const project = context.projects.named(query.project_id);
      return reply(200, { aliases: await labels.aliases(project, signal) });
    },
  };
}
