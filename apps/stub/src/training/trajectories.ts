import type { TrainingHandlers } from "@heddle/server-kit/training";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** What was logged for a model, and what jobs trained it on by reward. */
export const trajectories: TrainingHandlers<StubContext>["trajectories"] = {
  list: fromExamples("trajectories.list"),
  read: fromExamples("trajectories.read"),
};
