import type { TrainingHandlers } from "@heddle/server-kit/training";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Answers of models, with what it takes to train on them. */
export const chat: TrainingHandlers<StubContext>["chat"] = {
  create: fromExamples("chat.create"),
};
