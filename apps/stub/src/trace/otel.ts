import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Spans of OpenTelemetry, stored as calls. */
export const otel: TraceHandlers<StubContext>["otel"] = {
  exportTraces: fromExamples("otel.exportTraces"),
};
