/** The inference service: `Inference.ChatCompletion`, `Inference.operations`, … */
export type * as Inference from "./generated/inference.ts";
/** The trace service: `Trace.Call`, `Trace.operations`, … */
export type * as Trace from "./generated/trace.ts";
/** The training service: `Training.TrajectoryGroup`, `Training.operations`, … */
export type * as Training from "./generated/training.ts";
