/** The trace service alone. */
export { TraceClient } from "./generated/trace/index.ts";
export * from "./programs.ts";
export type * as Trace from "@heddle/types/trace";
