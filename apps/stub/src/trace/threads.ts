import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Conversations, put together from the calls that are their turns. */
export const threads: TraceHandlers<StubContext>["threads"] = {
  query: fromExamples("threads.query"),
};
