import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Endpoints with models of their own, for completions, scorers and evaluations. */
export const runtimes: TraceHandlers<StubContext>["runtimes"] = {
  put: fromExamples("runtimes.put"),
};
