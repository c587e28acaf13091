import type { TrainingHandlers } from "@heddle/server-kit/training";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Models that are being trained. */
export const models: TrainingHandlers<StubContext>["models"] = {
  create: fromExamples("models.create"),
  delete: fromExamples("models.delete"),
  log: fromExamples("models.log"),
};
