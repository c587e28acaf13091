/** The trace service: `Trace.Call`, `Trace.operations`, … */
export type * as Trace from "./generated/trace.ts";
