import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** What runs have made of each row, side by side. */
export const evalResults: TraceHandlers<StubContext>["evalResults"] = {
  query: fromExamples("evalResults.query"),
};
