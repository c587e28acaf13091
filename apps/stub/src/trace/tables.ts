import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Ordered rows, each stored once for the project, however many tables hold it. */
export const tables: TraceHandlers<StubContext>["tables"] = {
  create: fromExamples("tables.create"),
  createFromDigests: fromExamples("tables.createFromDigests"),
  update: fromExamples("tables.update"),
  query: fromExamples("tables.query"),
  queryStream: fromExamples("tables.queryStream"),
  queryStats: fromExamples("tables.queryStats"),
  queryStatsBatch: fromExamples("tables.queryStatsBatch"),
};
