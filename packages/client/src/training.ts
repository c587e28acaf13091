/** The training service alone. */
export { TrainingClient } from "./generated/training/index.ts";
export * from "./programs.ts";
export type * as Training from "@heddle/types/training";
