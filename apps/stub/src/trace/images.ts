import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Images that a provider generates, stored and recorded. */
export const images: TraceHandlers<StubContext>["images"] = {
  create: fromExamples("images.create"),
};
