import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Runs of an evaluation that a client carries out. */
export const evaluationRuns: TraceHandlers<StubContext>["evaluationRuns"] = {
  create: fromExamples("evaluationRuns.create"),
  list: fromExamples("evaluationRuns.list"),
  read: fromExamples("evaluationRuns.read"),
  delete: fromExamples("evaluationRuns.delete"),
  finish: fromExamples("evaluationRuns.finish"),
};
