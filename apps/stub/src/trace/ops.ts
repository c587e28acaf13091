import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Functions with their source, in versions. */
export const ops: TraceHandlers<StubContext>["ops"] = {
  create: fromExamples("ops.create"),
  list: fromExamples("ops.list"),
  read: fromExamples("ops.read"),
  delete: fromExamples("ops.delete"),
};
