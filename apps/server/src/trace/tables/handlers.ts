import { jsonl, rawText, reply, serialise } from "@heddle/server-kit/trace";
import type { Trace } from "@heddle/types";
import type { BuiltTraceHandlers } from "../built-handlers.ts";
import type { TableChange, Tables } from "./tables.ts";

/** Storing and reading tables. */
export function tablesHandlers(tables: Tables): BuiltTraceHandlers["tables"] {
  return {
    create: async ({ body: { table }, context }) => {
      const rows = table.rows.map((row, at) => rawText(table.rows, at) ?? serialise(row));
      return reply(200, await tables.create(context.principal, table, rows));
    },
    createFromDigests: async ({ body }) => reply(200, await tables.createFromDigests(body)),
    update: async ({ body, context }) =>
      reply(200, await tables.update(context.principal, body, body.updates.map(change))),
    query: async ({ body, context, signal }) =>
      reply(200, { rows: await tables.query(context.principal, body, signal) }),
    queryStream: ({ body, context, signal }) =>
      jsonl(tables.stream(context.principal, body, signal)),
    queryStats: async ({ body }) => reply(200, { count: await tables.count(body) }),
    queryStatsBatch: async ({ body, signal }) =>
      reply(200, { tables: await tables.stats(body, signal) }),
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
