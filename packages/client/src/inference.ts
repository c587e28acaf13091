/** The inference service alone. */
export { InferenceClient } from "./generated/inference/index.ts";
export * from "./programs.ts";
export type * as Inference from "@heddle/types/inference";
