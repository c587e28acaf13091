import type { TrainingHandlers } from "@heddle/server-kit/training";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** The server itself. */
export const service: TrainingHandlers<StubContext>["service"] = {
  health: fromExamples("service.health"),
  systemCheck: fromExamples("service.systemCheck"),
};
