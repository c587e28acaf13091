import type { InferenceHandlers } from "@heddle/server-kit/inference";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Answers to conversations, whole or as they come into being. */
export const chat: InferenceHandlers<StubContext>["chat"] = {
  create: fromExamples("chat.create"),
};
