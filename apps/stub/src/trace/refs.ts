import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** The values behind refs. */
export const refs: TraceHandlers<StubContext>["refs"] = {
  readBatch: fromExamples("refs.readBatch"),
};
