import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Models with their source and settings, in versions. */
export const models: TraceHandlers<StubContext>["models"] = {
  create: fromExamples("models.create"),
  list: fromExamples("models.list"),
  read: fromExamples("models.read"),
  delete: fromExamples("models.delete"),
};
