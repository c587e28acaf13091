import type { TrainingHandlers } from "@heddle/server-kit/training";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Training on examples. */
export const sftTrainingJobs: TrainingHandlers<StubContext>["sftTrainingJobs"] = {
  create: fromExamples("sftTrainingJobs.create"),
};
