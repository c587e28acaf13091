import type { TrainingHandlers } from "@heddle/server-kit/training";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Training by reward, and what became of a job of either kind. */
export const trainingJobs: TrainingHandlers<StubContext>["trainingJobs"] = {
  list: fromExamples("trainingJobs.list"),
  create: fromExamples("trainingJobs.create"),
  read: fromExamples("trainingJobs.read"),
  events: fromExamples("trainingJobs.events"),
  cancel: fromExamples("trainingJobs.cancel"),
};
