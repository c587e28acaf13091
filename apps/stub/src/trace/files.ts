import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Bytes, named by their digest. */
export const files: TraceHandlers<StubContext>["files"] = {
  create: fromExamples("files.create"),
  content: fromExamples("files.content"),
  queryStats: fromExamples("files.queryStats"),
};
