import type { TrainingHandlers } from "@heddle/server-kit/training";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** What a model was after each of its training jobs. */
export const checkpoints: TrainingHandlers<StubContext>["checkpoints"] = {
  list: fromExamples("checkpoints.list"),
  delete: fromExamples("checkpoints.delete"),
};
