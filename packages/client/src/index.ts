/** Client of a Heddle server: tracing, training, inference. */
export { Heddle } from "./heddle.ts";
export type { HeddleOptions } from "./heddle.ts";
export * from "./programs.ts";
export { InferenceClient } from "./generated/inference/index.ts";
export { TraceClient } from "./generated/trace/index.ts";
export { TrainingClient } from "./generated/training/index.ts";
export type { Inference, Trace, Training } from "@heddle/types";
