import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** A dataset and scorers, in versions, and the runs that the server carries out. */
export const evaluations: TraceHandlers<StubContext>["evaluations"] = {
  create: fromExamples("evaluations.create"),
  list: fromExamples("evaluations.list"),
  read: fromExamples("evaluations.read"),
  delete: fromExamples("evaluations.delete"),
  evaluateModel: fromExamples("evaluations.evaluateModel"),
  status: fromExamples("evaluations.status"),
  rescore: fromExamples("evaluations.rescore"),
};
