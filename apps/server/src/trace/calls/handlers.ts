import { jsonl, reply } from "@heddle/server-kit/trace";
import type { HandlersOf } from "../trace-handlers.ts";
import type { CallAggregates } from "./aggregate/call-aggregates.ts";
import { type Calls, wrongProject } from "./calls.ts";

/** Writing and reading calls, and figures over many of them. */
export function callsHandlers(calls: Calls, { stats, usage }: CallAggregates): HandlersOf<"calls"> {
  return {
    upsertBatch: async ({ body, context }) => reply(200, await calls.upsertBatch(context, body)),
    start: async ({ body, context }) => reply(200, await calls.start(context, body.start)),
    end: async ({ body, context }) => {
      await calls.end(context, body.end);
      return reply(200, {});
    },
    complete: async ({ body, path, context }) => {
      const project = context.projects.writable(`${path.entity}/${path.project}`);
      await calls.complete(context, project, body);
      return reply(200, {});
    },
    startEager: async ({ body: { start }, path, context }) => {
      checkProject(start, path);
      return reply(200, await calls.start(context, start));
    },
    endEager: async ({ body: { end }, path, context }) => {
      checkProject(end, path);
      await calls.end(context, end);
      return reply(200, {});
    },
    update: async ({ body, context }) => {
      await calls.update(context.projects.writable(body.project_id), body);
      return reply(200, {});
    },
    delete: async ({ body, context, signal }) => {
      const project = context.projects.writable(body.project_id);
      return reply(200, { num_deleted: await calls.delete(project, body.call_ids, signal) });
    },
    read: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, { call: (await calls.read(context, project, body, signal)) ?? null });
    },
    query: ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return jsonl(calls.query(context, project, body, signal));
    },
    list: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, { calls: await calls.list(context, project, body, signal) });
    },
    queryStats: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, await calls.count(context, project, body, signal));
    },
    stats: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, await stats.of(context, project, body, signal));
    },
    usage: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, await usage.ofCalls(project, body, signal));
    },
    traceUsage: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, await usage.ofMatching(context, project, body, signal));
    },
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
