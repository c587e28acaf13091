import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Spans of OpenTelemetry as agents, conversations and chats. */
export const agents: TraceHandlers<StubContext>["agents"] = {
  exportTraces: fromExamples("agents.exportTraces"),
  query: fromExamples("agents.query"),
  queryVersions: fromExamples("agents.queryVersions"),
  search: fromExamples("agents.search"),
  querySpans: fromExamples("agents.querySpans"),
  spanStats: fromExamples("agents.spanStats"),
  spanAttributes: fromExamples("agents.spanAttributes"),
  traceChat: fromExamples("agents.traceChat"),
  conversationChat: fromExamples("agents.conversationChat"),
  conversationSpans: fromExamples("agents.conversationSpans"),
};
