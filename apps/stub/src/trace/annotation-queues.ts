import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Calls for people to look through and to judge, and how far they are. */
export const annotationQueues: TraceHandlers<StubContext>["annotationQueues"] = {
  create: fromExamples("annotationQueues.create"),
  query: fromExamples("annotationQueues.query"),
  stats: fromExamples("annotationQueues.stats"),
  read: fromExamples("annotationQueues.read"),
  update: fromExamples("annotationQueues.update"),
  delete: fromExamples("annotationQueues.delete"),
  addItems: fromExamples("annotationQueues.addItems"),
  queryItems: fromExamples("annotationQueues.queryItems"),
  updateProgress: fromExamples("annotationQueues.updateProgress"),
};
