import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Prices of models, by which calls get their costs. */
export const costs: TraceHandlers<StubContext>["costs"] = {
  create: fromExamples("costs.create"),
  query: fromExamples("costs.query"),
  purge: fromExamples("costs.purge"),
};
