import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Reactions, notes, annotations and scores on calls and objects, and figures over them. */
export const feedback: TraceHandlers<StubContext>["feedback"] = {
  create: fromExamples("feedback.create"),
  createBatch: fromExamples("feedback.createBatch"),
  query: fromExamples("feedback.query"),
  purge: fromExamples("feedback.purge"),
  replace: fromExamples("feedback.replace"),
  stats: fromExamples("feedback.stats"),
  payloadSchema: fromExamples("feedback.payloadSchema"),
  aggregate: fromExamples("feedback.aggregate"),
};
