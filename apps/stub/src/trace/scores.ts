import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Values that scorers give to predictions and calls. */
export const scores: TraceHandlers<StubContext>["scores"] = {
  create: fromExamples("scores.create"),
  list: fromExamples("scores.list"),
  read: fromExamples("scores.read"),
  delete: fromExamples("scores.delete"),
  scoreCalls: fromExamples("scores.scoreCalls"),
};
