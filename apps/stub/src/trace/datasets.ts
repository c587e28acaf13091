import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Rows to evaluate with, in versions. */
export const datasets: TraceHandlers<StubContext>["datasets"] = {
  create: fromExamples("datasets.create"),
  list: fromExamples("datasets.list"),
  read: fromExamples("datasets.read"),
  delete: fromExamples("datasets.delete"),
};
