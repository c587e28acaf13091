import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { Context } from "../http/context.ts";

/** The handlers of one resource of the trace service. Operations without one are not built yet. */
export type HandlersOf<Resource extends keyof TraceHandlers> = Partial<
  TraceHandlers<Context>[Resource]
>;
