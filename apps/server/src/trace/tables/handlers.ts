import { jsonl, rawText, reply, serialise } from "@heddle/server-kit/trace";
import type { Trace } from "@heddle/types";
import type { HandlersOf } from "../trace-handlers.ts";
import type { TableChange, Tables } from "./tables.ts";

/** Storing and reading tables. */
export function tablesHandlers(tables: Tables): HandlersOf<"tables"> {
  return {
    create: async ({ body: { table }, context }) => {
      const rows = table.rows.map((row, at) => rawText(table.rows, at) ?? serialise(row));
      const project = context.projects.writable(table.project_id);
      return reply(200, await tables.create(context, project, table, rows));
    },
    createFromDigests: async ({ body, context }) => {
      const project = context.projects.writable(body.project_id);
      return reply(200, await tables.createFromDigests(project, body));
    },
    update: async ({ body, context, signal }) => {
      const project = context.projects.writable(body.project_id);
      const changes = body.updates.map(change);
      return reply(200, await tables.update(context, project, body, changes, signal));
    },
    query: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, { rows: await tables.query(context, project, body, signal) });
    },
    queryStream: ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return jsonl(tables.stream(context, project, body, signal));
    },
    queryStats: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, { count: await tables.count(project, body.digest, signal) });
    },
    queryStatsBatch: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, { tables: await tables.stats(project, body, signal) });
    },
  };
}

function change(update: Trace.TableChange): TableChange {
  if ("append" in update) return { kind: "append", rowText: rowText(update.append) };
  if ("pop" in update) return { kind: "pop", index: update.pop.index };
  const { insert } = update;
  return { kind: "insert", index: insert.index, rowText: rowText(insert) };
}

function rowText(owner: Trace.RowToAppend): string {
  return rawText(owner, "row") ?? serialise(owner.row);
}
