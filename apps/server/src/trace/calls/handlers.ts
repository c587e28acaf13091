import { jsonl, reply } from "@heddle/server-kit/trace";
import type { BuiltTraceHandlers } from "../built-handlers.ts";
import { type Calls, wrongProject } from "./calls.ts";

/** Writing and reading calls. */
export function callsHandlers(calls: Calls): BuiltTraceHandlers["calls"] {
  return {
    upsertBatch: async ({ body, context }) =>
      reply(200, await calls.upsertBatch(context.principal, body)),
    start: async ({ body, context }) =>
      reply(200, await calls.start(context.principal, body.start)),
    end: async ({ body }) => {
      await calls.end(body.end);
      return reply(200, {});
    },
    complete: async ({ body, path, context }) => {
      await calls.complete(context.principal, `${path.entity}/${path.project}`, body);
      return reply(200, {});
    },
    startEager: async ({ body: { start }, path, context }) => {
      checkProject(start, path);
      return reply(200, await calls.start(context.principal, start));
    },
    endEager: async ({ body: { end }, path }) => {
      checkProject(end, path);
      await calls.end(end);
      return reply(200, {});
    },
    update: async ({ body }) => {
      await calls.update(body);
      return reply(200, {});
    },
    delete: async ({ body, signal }) =>
      reply(200, { num_deleted: await calls.delete(body, signal) }),
    read: async ({ body, context, signal }) =>
      reply(200, { call: (await calls.read(context.principal, body, signal)) ?? null }),
    query: ({ body, context, signal }) => jsonl(calls.query(context.principal, body, signal)),
    list: async ({ body, context, signal }) =>
      reply(200, { calls: await calls.list(context.principal, body, signal) }),
    queryStats: async ({ body, signal }) => reply(200, await calls.count(body, signal)),
  };
}

interface ProjectPath {
  readonly entity: string;
  readonly project: string;
}

function checkProject(half: { readonly project_id: string }, path: ProjectPath): void {
  const project = `${path.entity}/${path.project}`;
  if (half.project_id !== project) throw wrongProject(half.project_id, project);
}
