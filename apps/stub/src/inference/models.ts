import type { InferenceHandlers } from "@heddle/server-kit/inference";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** What can be asked. */
export const models: InferenceHandlers<StubContext>["models"] = {
  list: fromExamples("models.list"),
  read: fromExamples("models.read"),
};
