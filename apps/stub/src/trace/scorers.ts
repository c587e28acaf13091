import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Functions that score a prediction, in versions. */
export const scorers: TraceHandlers<StubContext>["scorers"] = {
  create: fromExamples("scorers.create"),
  list: fromExamples("scorers.list"),
  read: fromExamples("scorers.read"),
  delete: fromExamples("scorers.delete"),
};
