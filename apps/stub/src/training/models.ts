import type { TrainingHandlers } from "@heddle/server-kit/training";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Models that are being trained. */
export const models: TrainingHandlers<StubContext>["models"] = {
  list: fromExamples("models.list"),
  create: fromExamples("models.create"),
  read: fromExamples("models.read"),
  delete: fromExamples("models.delete"),
  metrics: fromExamples("models.metrics"),
  log: fromExamples("models.log"),
};
