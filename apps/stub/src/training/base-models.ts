import type { TrainingHandlers } from "@heddle/server-kit/training";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** What can be trained. */
export const baseModels: TrainingHandlers<StubContext>["baseModels"] = {
  list: fromExamples("baseModels.list"),
  details: fromExamples("baseModels.details"),
};
