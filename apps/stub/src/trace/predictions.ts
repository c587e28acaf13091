import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Answers of a model, in a run or alone. */
export const predictions: TraceHandlers<StubContext>["predictions"] = {
  create: fromExamples("predictions.create"),
  list: fromExamples("predictions.list"),
  read: fromExamples("predictions.read"),
  delete: fromExamples("predictions.delete"),
  finish: fromExamples("predictions.finish"),
};
