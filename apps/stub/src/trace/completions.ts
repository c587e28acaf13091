import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Chat completions that a provider makes, recorded as calls. */
export const completions: TraceHandlers<StubContext>["completions"] = {
  create: fromExamples("completions.create"),
  createStream: fromExamples("completions.createStream"),
};
