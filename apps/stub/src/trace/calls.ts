import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** What a program did; written in halves or whole, read one by one or as a stream. */
export const calls: TraceHandlers<StubContext>["calls"] = {
  start: fromExamples("calls.start"),
  end: fromExamples("calls.end"),
  upsertBatch: fromExamples("calls.upsertBatch"),
  complete: fromExamples("calls.complete"),
  startEager: fromExamples("calls.startEager"),
  endEager: fromExamples("calls.endEager"),
  update: fromExamples("calls.update"),
  delete: fromExamples("calls.delete"),
  read: fromExamples("calls.read"),
  query: fromExamples("calls.query"),
  list: fromExamples("calls.list"),
  queryStats: fromExamples("calls.queryStats"),
  stats: fromExamples("calls.stats"),
  usage: fromExamples("calls.usage"),
  traceUsage: fromExamples("calls.traceUsage"),
};
