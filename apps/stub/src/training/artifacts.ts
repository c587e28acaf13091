import type { TrainingHandlers } from "@heddle/server-kit/training";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Files to train on, in versions that never change once they are committed. */
export const artifacts: TrainingHandlers<StubContext>["artifacts"] = {
  resolve: fromExamples("artifacts.resolve"),
  create: fromExamples("artifacts.create"),
  upload: fromExamples("artifacts.upload"),
  read: fromExamples("artifacts.read"),
  commit: fromExamples("artifacts.commit"),
  fileContent: fromExamples("artifacts.fileContent"),
  putFile: fromExamples("artifacts.putFile"),
};
